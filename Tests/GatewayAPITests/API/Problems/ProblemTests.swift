import Advertising
import DongleLink
import DongleProtocol
import Failures
import Foundation
import Gateway
import GatewayModel
import SerialPort
import Store
import Testing

@testable import GatewayAPI

@Suite struct ProblemTests {
    @Test(
        "every error has the status that its cause asks for",
        arguments: [
            (RequestError.unknownKey("a", known: []), 400), (RequestError.tooManyAttempts(retryAfter: 3), 429),
            (RequestError.bodyTooLarge(limit: 1), 413), (RequestError.apiVersion(client: "2", clientProgram: nil), 400),
            (GatewayError.unknownDongle("a", known: []), 404), (GatewayError.noSuchHandle(3), 404),
            (GatewayError.aliasTaken("a", owner: "b"), 409), (GatewayError.dongleAway("a", state: "b"), 503),
            (GatewayError.notInUse("a"), 409),
            (GatewayError.notHeard(.init(1), limit: .seconds(1)), 504), (GatewayError.stopping, 503),
            (GatewayError.invalidValue("x", of: "after", expected: "y"), 400),
            (GatewayError.unknownRegion("a", known: []), 404), (GatewayError.invalidRegionName("a b"), 400),
            (GatewayError.invalidBeaconUUID("x"), 400), (GatewayError.unknownBeacon("x"), 404),
            (GatewayError.invalidBeaconAlias("/"), 400), (GatewayError.unknownOutboxEntry(1), 404),
            (GatewayError.tooMany("regions", limit: 1), 503),
            (StoreError.regionTaken(name: "a"), 409), (StoreError.full, 507),
            (StoreError.beaconAliasTaken(owner: BeaconIdentity(uuid: ProximityUUID(7), major: 1, minor: 2)), 409),
            (StoreError.tooLargeForOutbox(bytes: 2, limit: 1), 413),
            (StoreError.tooLargeForJournal(bytes: 2, limit: 1), 413),
            (ProvisioningError.sameName(1, as: 0), 400), (ProvisioningError.unknownRun(1), 404),
            (ProvisioningError.unknownProfile("a", known: []), 404), (ProvisioningError.underWay(0, run: 1), 409),
            (ProvisioningError.nothingToResume, 409),
            (StoreError.failed(code: 1, message: "m"), 500),
            (SerialPortError.notFound(path: "/dev/x"), 404), (SerialPortError.busy(path: "/dev/x", holder: nil), 409),
            (SerialPortError.permissionDenied(path: "/dev/x", ownerGroup: "dialout", mode: 0o660), 403),
            (PortChoice.Failure.none(others: []), 404),
            (LinkError.refused(operation: .connect, status: .alreadyConnected, body: ErrorBody()), 409),
            (LinkError.failed(operation: .connect, status: .deadline, effect: .none, body: ErrorBody()), 504),
            (LinkError.refused(operation: .connect, status: .invalidArgument, body: ErrorBody()), 400),
            (LinkError.refused(operation: .read, status: .att(0x05), body: ErrorBody()), 403),
            (LinkError.refused(operation: .read, status: .att(0x02), body: ErrorBody()), 403),
            (LinkError.refused(operation: .write, status: .att(0x03), body: ErrorBody()), 403),
            (LinkError.refused(operation: .read, status: .att(0x01), body: ErrorBody()), 404),
            (LinkError.refused(operation: .reboot, status: .unsupported, body: ErrorBody()), 409),
            (LinkError.refused(operation: .read, status: .att(0x80), body: ErrorBody()), 502),
            (LinkError.interrupted(operation: .write, cause: .gaveUp), 504), (LinkError.portLost, 502),
            (LinkError.noSession, 503), (CancellationError(), 503), (Odd(), 500),
        ] as [(any Error, Int)])
    func statuses(_ error: any Error, _ status: Int) {
        #expect(Problem(error).status == status)
    }

    @Test("a problem has the words and codes of the command line")
    func words() {
        let error = LinkError.interrupted(operation: .write, cause: .portLost)
        let failure = Failure(error)
        let problem = Problem(error)
        #expect(problem.code == failure.code && problem.detail == failure.message && problem.hint == failure.hint)
        #expect(problem.type == "urn:perch:problem:port-lost" && problem.title == "Bad Gateway")
        #expect(problem.retryable && problem.outcome == .unknown && problem.exitCode == 74)
    }

    @Test("a mismatch of versions names both")
    func versions() {
        let problem = Problem(RequestError.apiVersion(client: "7", clientProgram: "9.9.9"))
        #expect(problem.code == "api-version" && problem.exitCode == 76)
        for part in ["7", "9.9.9", "version 1", APIVersion.program] { #expect(problem.detail.contains(part)) }
    }

    @Test("text of the client is cut and made harmless before it is repeated")
    func hostileText() {
        let problem = Problem(RequestError.unknownKey("\u{1b}[2J" + String(repeating: "x", count: 5000), known: []))
        #expect(!problem.detail.unicodeScalars.contains("\u{1b}"))
        #expect(problem.detail.count < 200)
    }

    @Test("dates are written as header fields want them")
    func dates() {
        #expect(HTTPDate.text(secondsSince1970: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(secondsSince1970: 0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }

    private struct Odd: Error {}
}
