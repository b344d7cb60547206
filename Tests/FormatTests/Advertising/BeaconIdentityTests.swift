import Advertising
import Testing

@Suite("beacon identities")
struct BeaconIdentityTests {
    private let text = "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6/1/65535"

    @Test("text is uppercase and is read back in either case")
    func roundTrip() throws {
        let identity = try #require(BeaconIdentity(text))
        #expect(identity.description == text)
        #expect(BeaconIdentity(text.lowercased()) == identity)
        #expect(BeaconIdentity(text.replacing("-", with: "")) == identity)
        #expect(identity.uuid.bytes == bytes("2f234454cf6d4a0fadf2f4911ba9ffa6"))
        #expect(identity.major == 1)
        #expect(identity.minor == 65535)
    }

    @Test(
        "what is not an identity is refused",
        arguments: [
            "", "//", "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6", "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6/1",
            "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6/1/2/3", "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6/1/65536",
            "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6/-1/2", "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6/1/",
            "2F234454CF6D4A0FADF2F4911BA9FFA/1/2", "2F234454CF6D-4A0F-ADF2-F4911BA9FFA6/1/2",
        ])
    func refused(text: String) {
        #expect(BeaconIdentity(text) == nil)
    }

    @Test("identities are ordered by UUID, then major, then minor")
    func order() {
        let low = "00000000-0000-0000-0000-000000000001"
        let high = "F0000000-0000-0000-0000-000000000000"
        let sorted = ["\(low)/1/9", "\(low)/2/0", "\(low)/2/1", "\(high)/0/0"].map { identity($0) }
        #expect(sorted.reversed().sorted() == sorted)
    }
}
