"""Pages and persisted GETs that are kept until their shop's version or the clock ends them (docs/answer-cache.md)."""
