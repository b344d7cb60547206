"""Prints the Swift that SwiftPM makes of a folder of resources embedded in code: their bytes, as members of PackageResources."""
import pathlib
import re
import sys

print("struct PackageResources {")
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    name = re.sub(r"\W", "_", path.name)
    print(f"    static let {name}: [UInt8] = [{','.join(map(str, path.read_bytes()))}]")
print("}")
