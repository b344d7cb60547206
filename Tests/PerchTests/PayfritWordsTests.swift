import GatewayModel
import LineFormats
import Testing

@testable import Perch

@Suite struct PayfritWordsTests {
    private func line(held: RegistrationHold? = nil, behind: Int64? = nil, next: Timestamp?) -> String? {
        var registration = PayfritRegistration(
            id: 7, state: next == nil ? .refused : .waiting, base: "https://dev.payfrit.com/api", business: 3,
            servicePoint: 4, name: "Bar", uuid: "585D3EDE-516E-452C-A6D8-F35965468F06", major: 1, minor: 1,
            address: "48:87:2d:11:00:01", done: [], beacon: nil, created: Timestamp(microsecondsSince1970: 0),
            attempts: 2, nextAttempt: next, lastError: nil)
        (registration.held, registration.behind) = (held, behind)
        return registration.prose.first
    }

    @Test("a registration tells its next attempt only where nothing keeps it from that")
    func registration() {
        let next = Timestamp(microsecondsSince1970: 1_767_637_800_000_000)
        let start = "#7  Bar  48:87:2d:11:00:01  waiting, 2 attempts"
        #expect(line(next: next) == start + ", next 2026-01-05 18:30:00Z")
        #expect(line(behind: 4, next: next) == start + ", behind #4")
        #expect(line(held: .loggedOut, next: next) == start + ", held: logged out")
        #expect(line(held: .otherUser, behind: 4, next: next) == start + ", held: other user")
        #expect(line(next: nil) == "#7  Bar  48:87:2d:11:00:01  refused, 2 attempts")
    }
}
