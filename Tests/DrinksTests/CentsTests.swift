import Testing

@testable import Drinks

@Suite("Till: amounts") struct CentsTests {
    @Test(
        "amounts are written with a comma and a euro sign, and read back",
        arguments: [(250, "2,50 €"), (-5, "-0,05 €"), (0, "0,00 €"), (123_456, "1234,56 €")])
    func written(cents: Int, text: String) {
        #expect("\(Cents(cents))" == text)
        #expect(Cents(text: text) == Cents(cents))
    }

    @Test(
        "anything that is not an amount is refused",
        arguments: ["", "-", "€", "1,2", "1,234", "1,2,3", "+1", "1e5", "12345678", "a", "1.", ",50", "٣"])
    func refused(text: String) {
        #expect(Cents(text: text) == nil)
    }

    @Test("whole euros and a decimal point are read")
    func alternatives() {
        #expect(Cents(text: "2") == Cents(200))
        #expect(Cents(text: "2.50") == Cents(250))
    }
}
