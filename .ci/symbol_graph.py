"""The public symbols of a library, from the symbol graphs that .ci/symbol-graphs has made."""
import json
from pathlib import Path
from urllib.parse import unquote, urlparse

ROOT = Path(__file__).resolve().parent.parent
GRAPHS = ROOT / ".build-docs" / "graphs"


class Library:
    def __init__(self, name):
        self.name = name
        # Other than `NAME.symbols.json`: what the library adds to types of other modules.
        graphs = [json.loads(path.read_text()) for path in sorted((GRAPHS / name).glob("*.symbols.json"))]
        self.symbols = {}
        self.relationships = [relationship for graph in graphs for relationship in graph["relationships"]]
        for graph in graphs:
            for symbol in graph["symbols"]:
                if is_declared(symbol):
                    self.symbols[identifier(symbol)] = symbol

        self.members = [symbol for graph in graphs for symbol in graph["symbols"]]

    def type_names(self):
        """The names of the library's types, and of types of other modules that have members of it."""
        paths = {identifier(symbol): symbol["pathComponents"] for symbol in self.members}
        names = {key: ".".join(components) for key, components in paths.items()}
        for relationship in self.relationships:
            components = paths.get(relationship["source"])
            if relationship["kind"] == "memberOf" and components:
                names.setdefault(relationship["target"], ".".join(components[:-1]))
        return names

    def implementations(self):
        """The symbols that fulfill a requirement of a protocol, or override a member of a superclass."""
        kinds = {"defaultImplementationOf", "overrides"}
        return {
            relationship["source"]
            for relationship in self.relationships
            if relationship["kind"] in kinds or "sourceOrigin" in relationship
        }


def identifier(symbol):
    return symbol["identifier"]["precise"]


def is_declared(symbol):
    """Whether the library's source has the symbol, and a client may use it."""
    if symbol["kind"]["identifier"] == "swift.extension":
        return False
    is_private = any(component.startswith("_") for component in symbol["pathComponents"])
    return "location" in symbol and "::SYNTHESIZED::" not in identifier(symbol) and not is_private


def is_unavailable(symbol):
    return any(entry.get("isUnconditionallyUnavailable") for entry in symbol.get("availability", []))


def path(symbol):
    return ".".join(symbol["pathComponents"])


def place(symbol):
    """The file, from the package's root, and the line."""
    location = symbol["location"]
    file = Path(unquote(urlparse(location["uri"]).path))
    name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
    return f"{name}:{location['position']['line'] + 1}"
