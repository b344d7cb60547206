import Advertising
import Testing

@Test("address types have their names")
func addressTypeNames() {
    #expect(AddressType(name: "public") == .public)
    #expect(AddressType(name: "random") == .random)
    #expect(AddressType(name: "Random") == nil)
}
