"""Pictures: what is taken of an upload, the thumbnails made of it, and where they are."""
