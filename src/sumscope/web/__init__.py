"""The workbench: a Starlette application that parses requests, calls the store and the app."""
