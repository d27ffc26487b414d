"""How much the page takes on, so that no phone can take the box away from the others."""

MOST_STREAMS = 216  # phones that watch at once
SPARE_THREADS = 24  # for everything that is not a stream
BEAT_SECONDS = 5.0  # a stream says that it is alive; the page calls itself out of date after missing two
UPLOAD_BYTES = 25 * 1024 * 1024
MOST_PHOTOS = 12  # in one lesson
LOOKING_SECONDS = 20.0  # how long a photograph waits for the one before it
LONGEST_NAME = 24  # letters of a player's name
ANSWER_SECONDS = 5.0  # how long a change waits for the table's answer
JSON_BYTES = 64 * 1024
GREATEST_NUMBER = 2**53 - 1  # every reader of JSON takes it as it is, and so does the journal
LONGEST_PHONE_NAME = 40
# How many requests of a phone are answered at once, and how soon there is one more.
CHANGES_AT_ONCE, CHANGE_EVERY_SECONDS = 40, 0.25
UPLOADS_AT_ONCE, UPLOAD_EVERY_SECONDS = 12, 4.0
