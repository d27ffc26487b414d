"""Films of a simulated table: shots of what lies there, and a camera that renders only what changes."""
