"""Where tiles lie on the sheet, and the crops of their upper sides."""
