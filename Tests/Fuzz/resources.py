"""Prints the Swift code that SwiftPM generates for a folder of embedded resources: their bytes, as
members of PackageResources.
"""
import pathlib
import re
import sys

print("struct PackageResources {")
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    name = re.sub(r"\W", "_", path.name)
    print(f"    static let {name}: [UInt8] = [{','.join(map(str, path.read_bytes()))}]")
print("}")
