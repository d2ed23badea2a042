"""The description of the API in the form of OpenAPI: what each route takes and gives, for other programs."""
