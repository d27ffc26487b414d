"""The club server: every table of an evening on one page, results of all evenings, rankings and plans.

It reads what boxes publish to an MQTT broker (`web.mqtt`); a box never imports it.
"""
