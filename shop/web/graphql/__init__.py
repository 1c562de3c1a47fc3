"""GraphQL over HTTP: documents, their limits, connections."""
