import Foundation
import Gateway
import GatewayModel
import Glibc
import LineFormats
import TestSupport
import Testing

@testable import Perch

@Suite struct RadioDiagnosisTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func setup(_ bridge: String?) -> RadioSetup {
        var setup = RadioSetup()
        setup.unitFolder = folder.path("units")
        var environment = ["PATH": folder.path("bin")]
        if let bridge { environment["PERCH_HCI_DONGLE"] = bridge }
        setup.bridges = RadioSetup.Bridges(environment: environment, stateFolder: folder.path("s"), ownFolder: nil)
        return setup
    }

    private func bridge(_ radios: [String], _ bridge: String?, startsBridges: Bool = true) -> [DoctorFinding] {
        RadioDiagnosis.findings(radios: radios, gateways: [], startsBridges: startsBridges, setup: setup(bridge))
    }

    @Test("radios of the settings need a bridge, and none where there are no radios")
    func missing() throws {
        #expect(bridge([], "/nowhere").isEmpty)
        #expect(bridge(["usb:0"], "/bin/sh").map(\.verdict) == [.ok])
        let found = try #require(bridge(["usb:0"], folder.path("nowhere")).first)
        #expect(found.verdict == .problem && found.exit == .unavailable)
        #expect(found.cause.contains("PERCH_HCI_DONGLE") && found.next?.contains("Install the package") == true)
    }

    @Test("a radio whose unit runs needs no bridge, and the service needs the unit")
    func unit() throws {
        let found = try #require(bridge(["usb:0"], "/bin/sh", startsBridges: false).first)
        #expect(found.verdict == .problem && found.next?.contains("perch-radio@usb:0") == true)
        let port = folder.path("units") + "/usb:0"
        try FileManager.default.createDirectory(atPath: port, withIntermediateDirectories: true)
        #expect(symlink("/dev/null", port + "/port") == 0)
        #expect(bridge(["usb:0"], folder.path("nowhere")).isEmpty)
    }

    @Test(
        "a dongle that answers without its controller is a problem, with what the bridge said",
        arguments: DongleState.allCases)
    func controller(state: DongleState) {
        var dongle = DongleStatus(
            id: "9f", alias: nil, port: "usb:0", state: state, since: Timestamp(microsecondsSince1970: 0),
            simulated: false, scanning: false, firmware: nil, retryInMs: nil, lastError: nil, outages: 0, link: nil)
        #expect(!dongle.hasNoController)
        dongle.lastError = ErrorReport(
            at: Timestamp(microsecondsSince1970: 0), code: "radio-failed", message: "It is gone.", hint: "Plug it in.")
        #expect(dongle.hasNoController == state.isConnected)
        #expect(dongle.prose[0].contains("live, no controller") == (state == .live))
        let finding = RadioDiagnosis.finding(dongle, check: "x")
        #expect(finding.verdict == .problem && finding.cause == "It is gone." && finding.next == "Plug it in.")
    }

    @Test("a verb takes one radio")
    func once() throws {
        let home = try TemporaryFolder()
        let ending = try PerchProcess(["scan", "--radio", "usb:0", "--radio=usb:1"], home: home).end()
        #expect(ending.status == 64 && ending.errors.contains("Give --radio once"))
        #expect(RadioOptions.count(in: ["perch", "scan", "--radio", "usb:0", "--", "--radio"]) == 1)
    }
}
