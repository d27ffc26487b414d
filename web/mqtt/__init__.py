"""The live table, published to an MQTT broker for clubs and smart homes; the box only publishes, and never listens."""
