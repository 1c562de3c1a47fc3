from .query import CatalogueQuery

__all__ = ["CatalogueQuery"]
