from . import advent, artists, events, picture_fetches, products, seat_maps, stocks, tours, variants

__all__ = ["advent", "artists", "events", "picture_fetches", "products", "seat_maps", "stocks", "tours", "variants"]
