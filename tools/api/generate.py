"""Makes what the sources say of the API from docs/api: `tools/api-types` runs it.

The document, the page of its fields, types of objects with their coding, checks of the bodies of requests, the server's operations with their routes, the client's
methods. What docs/api says of a thing becomes its documentation. Beyond OpenAPI it reads:

  format           of an integer: int8 … int64, uint8 … uint64; Int unless said
  x-expected       of a pattern or a type: what a value has to be, for the error; of an enumeration its words, unless said
  x-swift          of a schema: `none` where no type is made of it, `union` where one is made of all that have its `x-swift-type`
  x-swift-type     a type that is written by hand, or another name for that of a schema
  x-swift-name     a property's, parameter's or operation's name, where it is not the key in camel case
  x-swift-default  what a property is where an initializer does not say it
  x-swift-file     of a schema that is shared: the file it goes to
  x-swift-check    of a request's schema: `more` where a `checkFurther()` by hand looks for what no schema says, `hand` where all is;
                   of a property or a text in the query: `hand` where whoever uses it looks at it, and has words of its own
  x-swift-line     of a line of a stream: `payload` where its type has not what every line begins with, `timed` where it has the time
  x-swift-fields   of a schema: whether a writer of it is made, and of what is in it
  x-decimals       of a number that such a writer writes: how many it has
  x-swift-access   of an operation: `browser` where only one gets it
  x-swift-limit    of an operation: longest wait of the client, a name or seconds
"""

import argparse
import os
import sys

import bundle
import checks
import fields
import operations
import reference
import structures
import swift
from model import Model

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DOCUMENT, REFERENCE = os.path.join("docs", "openapi.yaml"), os.path.join("docs", "api.md")
MODEL, SERVER, CLIENT = (os.path.join("Sources", target, "Generated") for target in ("GatewayModel", "GatewayAPI", "GatewayClient"))
MODULES = {"JSONLines": ["Timestamp", "Word {"], "Advertising": ["AddressType", "BluetoothUUID", "BluetoothAddress", "BeaconIdentity", "ProximityUUID"], "BeaconTracking": [": RegionState", ": Proximity?", ": Proximity\n"], "FlockFinder": [": ConfigDialect", "ConfigMerge.", ": DetectionTier", "DetectionMute.", "[DetectionMethod]", ": DetectionRadio", ": PatternKind", "PatternFile.", "NearDuplicate.", ": ScanSetting", ": SyncOutcome"]}


def files(model):
    """What is to be in each file, by its path."""
    made = {DOCUMENT: bundle.made(), REFERENCE: reference.page(model)}
    for name, schemas in model.files().items():
        parts = [structures.structure(model, schema) for schema in schemas]
        made[os.path.join(MODEL, name + ".swift")] = text(parts)
    made[os.path.join(MODEL, "JSONWriter+Fields.swift")] = text([fields.writers(model)], ["JSONLines"])
    for name, schemas in checks.requests(model).items():
        parts = [checks.conformance(model, schema) for schema in schemas]
        made[os.path.join(SERVER, "RequestObjects+%s.swift" % name)] = text(parts, ["GatewayModel"])
    made[os.path.join(SERVER, "GatewayAPI+Routes.swift")] = text([operations.all_routes(model.tags())])
    for tag, found in model.tags().items():
        name = tag.capitalize()
        made[os.path.join(SERVER, name + "Operations.swift")] = text([operations.served(tag, found)], ["GatewayModel", "Hummingbird"])
        if any(operations.is_called(each) for each in found):
            made[os.path.join(CLIENT, "Operations+%s.swift" % name)] = text([operations.called(found)], ["GatewayModel"])
    return made


def text(parts, modules=()):
    code = "\n\n".join("\n".join(part) for part in parts) + "\n"
    return swift.HEAD + swift.imports(code, MODULES, modules) + code


def present():
    """What is there now, by its path."""
    paths = [path for path in (DOCUMENT, REFERENCE) if os.path.exists(os.path.join(ROOT, path))]
    for folder in (MODEL, SERVER, CLIENT):
        place = os.path.join(ROOT, folder)
        paths += [os.path.join(folder, name) for name in os.listdir(place)] if os.path.isdir(place) else []
    there = {}
    for path in paths:
        with open(os.path.join(ROOT, path)) as file:
            there[path] = file.read()
    return there


def main():
    parser = argparse.ArgumentParser(prog="tools/api-types", description="Makes docs/openapi.yaml, docs/api.md and the generated sources from docs/api.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where the files are not what they would be")
    options = parser.parse_args()
    model = Model(bundle.load())
    if paths := model.shadowed():
        bundle.fail("docs/api", "%s and %s take the same requests" % paths)
    made, there = files(model), present()
    wrong = sorted(path for path in {*made, *there} if made.get(path) != there.get(path))
    for path in wrong:
        if options.check:
            print("tools/api-types: %s is not what docs/api says; run tools/api-types" % path, file=sys.stderr)
        elif path in made:
            os.makedirs(os.path.dirname(os.path.join(ROOT, path)), exist_ok=True)
            with open(os.path.join(ROOT, path), "w") as file:
                file.write(made[path])
        else:
            os.remove(os.path.join(ROOT, path))
    return 1 if options.check and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
