"""Whether a picture is fit to be read: light, focus, stillness, whole frames."""
