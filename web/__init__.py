"""The web page and its API; they hold no game logic and no state of their own.

What imports what, from the bottom to the top (nothing imports what is above it):

    app                     the application with its blueprints
    pages                   HTML, in the phone's language        server   waitress with admission control
    live                    state, stream and pictures             |
    api                     JSON: requests, answers, document      |
    security                who may send what, and how fast  <-----+
    errors, languages, limits, places, services, static_files, full_jpegs, diagrams
"""
