import Failures
import Gateway
import GatewayModel
import LineFormats
import Testing

@testable import Perch

/// Choice of the dongle for a verb that names none.
@Suite struct GatewayLeaseTests {
    private func dongle(_ name: String, _ state: DongleState) -> DongleStatus {
        DongleStatus(
            id: name, alias: nil, port: "/dev/\(name)", state: state, since: Timestamp(microsecondsSince1970: 0),
            simulated: false, scanning: false, firmware: nil, retryInMs: nil, lastError: nil, outages: 0, link: nil)
    }

    @Test("the only one that is connected is meant, whatever else is in use", arguments: DongleState.allCases)
    func connected(state: DongleState) throws {
        let others = [dongle("gone", .waiting), dongle("new", .opening), dongle("old", .absent)]
        let isConnected = [.live, .suspect, .restarting].contains(state)
        let dongles = others + [dongle("here", state)]
        #expect((try? GatewayLease.only(dongles).id) == (isConnected ? "here" : nil))
        #expect(state.isConnected == isConnected)
    }

    @Test("where none is connected the only one in use is meant, and none where there is none")
    func away() throws {
        #expect(try GatewayLease.only([dongle("gone", .waiting), dongle("old", .absent)]).id == "gone")
        #expect(throws: GatewayError.noDongle) { try GatewayLease.only([self.dongle("old", .absent)]) }
    }

    @Test("of several, one that is made of a radio is named by it")
    func radios() {
        var radio = dongle("9f00", .live)
        radio.port = "usb:0"
        let candidates = [
            GatewayError.Candidate(name: "usb:0", state: .live), GatewayError.Candidate(name: "here", state: .live),
        ]
        #expect(throws: GatewayError.ambiguousDongle(candidates)) {
            try GatewayLease.only([radio, self.dongle("here", .live)])
        }
    }

    @Test("what lets a dongle go does not take the one that is connected for another")
    func release() throws {
        let dongles = [dongle("gone", .waiting), dongle("here", .live)]
        #expect(try GatewayLease.only(dongles).id == "here")
        let both = [
            GatewayError.Candidate(name: "gone", state: .waiting), GatewayError.Candidate(name: "here", state: .live),
        ]
        #expect(throws: GatewayError.ambiguousDongle(both)) {
            try GatewayLease.only(dongles, prefersConnected: false)
        }
        let failure = Failure(GatewayError.ambiguousDongle(both))
        #expect(
            failure.message
                == "The gateway has 2 dongles; name the one to use: gone (cannot be used), here (live).")
        #expect(failure.hint.contains("--dongle") && failure.hint.contains("`perch dongle release`"))
    }
}
