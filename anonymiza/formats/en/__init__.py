"""English as read in Europe."""
