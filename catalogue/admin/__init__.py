from . import advent, artists, events, picture_fetches, products, stocks, tours, variants

__all__ = ["advent", "artists", "events", "picture_fetches", "products", "stocks", "tours", "variants"]
