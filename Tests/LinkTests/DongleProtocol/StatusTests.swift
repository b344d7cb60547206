import DongleProtocol
import Testing

@Suite("Status")
struct StatusTests {
    @Test("codes of the golden vectors have their names, domains and defaults")
    func vectors() throws {
        for vector in try Vectors.load("status.json") {
            let name = try vector.string("name")
            let status = Status(rawValue: try vector.number("value"))
            #expect(status.name == (try vector.bool("named") ? name : nil), "\(name)")
            #expect(status.domain.rawValue == (try vector.number("domain")), "\(name)")
            #expect(status.known.rawValue == (try vector.number("treated_as")), "\(name)")
        }
    }

    @Test("codes of the Core Specification keep their number")
    func coreSpecification() {
        #expect(Status.hci(0x08).rawValue == 0x0408)
        #expect(Status.att(0x05).rawValue == 0x0505)
        #expect(Status.att(0x05).code == 0x05)
    }

    @Test("only OK and ACCEPTED are no errors")
    func errors() {
        #expect(!Status.ok.isError && !Status.accepted.isError && Status.hci(0).isError && Status.link.isError)
        #expect(Status.ok.isOK && !Status.accepted.isOK)
    }
}
