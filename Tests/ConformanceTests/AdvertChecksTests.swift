import DongleProtocol
import HostileLine
import SimulatedDongle
import Testing

@testable import Conformance

@Suite(.timeLimit(.minutes(1))) struct AdvertChecksTests {

    @Test("the weakest signal to pass lies between those that are heard, however weak they are")
    func minima() {
        #expect(AdvertChecks.minima(-40, -95) == [-20, -67])
        #expect(AdvertChecks.minima(20, -127) == [40, -53])
    }
}
