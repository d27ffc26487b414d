"""The lesson of the tests' photographs: which faces lie on its two pictures."""

FACES = (*"123456789", "wild", "back")
