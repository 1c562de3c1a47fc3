from . import artists, events, picture_fetches, products, stocks, tours, variants

__all__ = ["artists", "events", "picture_fetches", "products", "stocks", "tours", "variants"]
