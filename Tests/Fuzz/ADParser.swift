import Advertising

/// The AD parser: stays within bounds, accounts for every byte, gives the same result for a copy,
/// and reads back what it builds.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzADParser(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    // A copy of exactly that size, so that a read past the end is noticed.
    let data = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    let parsed = ParsedAdvert(data)
    let moved = [0x02, 0x01, 0x06] + data
    let copy = ParsedAdvert(moved[3...])
    claim(copy == parsed && copy.hashValue == parsed.hashValue, "the same bytes elsewhere are the same advert")
    for service in parsed.serviceData { claim(service.bytes.count <= data.count, "service data is of the advert") }
    for maker in parsed.manufacturerData {
        claim(maker.bytes.count <= data.count, "manufacturer data is of the advert")
    }
    claim(parsed.serviceUUIDs.count * 2 <= data.count, "each UUID takes two bytes or more")
    walk(data, parsed)
    return 0
}

private func walk(_ data: [UInt8], _ parsed: ParsedAdvert) {
    var structures = ADStructures()
    var end = 0
    while let structure = structures.next(in: data.span.bytes) {
        claim(structure.offset >= end, "structures stand behind one another")
        claim(structure.value.upperBound <= data.count, "a value is within the advert")
        claim(Int(data[structure.offset]) == structure.value.count + 1, "a structure is as long as it says")
        end = structure.value.upperBound
    }
    claim(structures.next(in: data.span.bytes) == nil, "the end stays the end")
    if structures.malformation == nil {
        claim(data[end...].allSatisfy { $0 == 0 }, "what is behind the last structure is padding")
    } else {
        claim(parsed.malformation != nil, "what cannot be walked is malformed")
    }
}
