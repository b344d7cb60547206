"""Generates documents and Swift sources from docs/api: `tools/api-types` runs it.

It makes the OpenAPI document, the page of operations and types, Codable types, checks of the bodies of requests, the
server's protocols and routes, and the client's methods. Descriptions in docs/api become documentation comments. Beyond
OpenAPI it reads these keys:

  format           of an integer: int8 … int64, uint8 … uint64; default: Int
  x-expected       of a pattern or a type: description of a valid value for errors; default for an enumeration: its words
  x-swift          of a schema: `none` if no type is generated, `union` if one type is generated from all schemas with the same
                   `x-swift-type`
  x-swift-type     a type that is written by hand, or another name for the type of a schema
  x-swift-name     name of a property, a parameter or an operation, if it is not the key in camel case
  x-swift-default  default value of a property in the initializer
  x-swift-file     of a shared schema: name of its file
  x-swift-check    of a request's schema: `more` if a hand-written `checkFurther()` adds checks, `hand` if all checks are hand-written;
                   of a property or a text in the query: `hand` if the code that uses the value checks it, with its own message
  x-swift-line     of a line of a stream: `payload` if its type leaves out the fields that begin every line, `timed` if it has `ts`
  x-swift-fields   of a schema: whether a writer is generated for it, and for the schemas in it
  x-decimals       of a number that such a writer writes: number of decimals
  x-swift-access   of an operation: `browser` if it is for browsers only
  x-swift-call     of an operation: whether the server's method gets the call, which knows the client's session
  x-swift-limit    of an operation: time limit of the client, a name or a number of seconds
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
MODULES = {"LineFormats": ["Timestamp", "Word {"], "Advertising": ["AddressType", "BluetoothUUID", "BluetoothAddress", "BeaconIdentity", "ProximityUUID"], "BeaconTracking": [": RegionState", ": Proximity?", ": Proximity\n"], "FlockFinder": [": ConfigDialect", "ConfigMerge.", ": DetectionTier", "DetectionMute.", "[DetectionMethod]", ": DetectionRadio", ": PatternKind", "PatternFile.", "NearDuplicate.", ": ScanSetting", ": SyncOutcome"]}


def files(model):
    """Generated content of each file, by path."""
    made = {DOCUMENT: bundle.made(), REFERENCE: reference.page(model)}
    for name, schemas in model.files().items():
        parts = [structures.structure(model, schema) for schema in schemas]
        made[os.path.join(MODEL, name + ".swift")] = text(parts)
    made[os.path.join(MODEL, "JSONWriter+Fields.swift")] = text([fields.writers(model)], ["LineFormats"])
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
    """Present content of each file, by path."""
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
