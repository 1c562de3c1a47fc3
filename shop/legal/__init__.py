"""Static pages (catalogue §2): the software's own texts in templates/static_pages, the operators' in the database."""
