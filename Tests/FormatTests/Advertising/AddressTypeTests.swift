import Advertising
import Testing

@Test("address types have their names")
func addressTypeNames() {
    #expect(AddressType(rawValue: "public") == .public)
    #expect(AddressType(rawValue: "random") == .random)
    #expect(AddressType(rawValue: "Random") == nil)
}
