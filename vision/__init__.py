"""What a picture shows: picture in, reading out. Knows pieces and places, never rules."""
