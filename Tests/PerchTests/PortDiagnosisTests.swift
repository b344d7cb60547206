import GatewayModel
import SerialPort
import Testing

@testable import Perch

@Suite struct PortDiagnosisTests {
    /// Returns a port; the node /dev/null always exists and is open, a node that does not exist is
    /// gone.
    private func port(
        _ path: String = "/dev/ttyACM0", _ ids: (UInt16, UInt16) = (0x303a, 0x1001), node: String = "/dev/null",
        holder: PortHolder? = nil
    ) -> PortDescription {
        PortDescription(
            path: path, vendorID: ids.0, productID: ids.1, product: "Gadget", access: PortAccess(path: node),
            holder: holder)
    }

    private func findings(_ ports: [PortDescription], isPortNamed: Bool = false) -> [DoctorFinding] {
        PortDiagnosis.findings(ports, gateways: [], isPortNamed: isPortNamed)
    }

    @Test("no port at all is a problem, unless one was named")
    func none() {
        #expect(findings([]).map(\.verdict) == [.problem])
        #expect(findings([]).first?.exit == .unavailable)
        #expect(findings([], isPortNamed: true).map(\.verdict) == [.ok])
    }

    @Test("a port of the chip's own that is free is in order")
    func free() {
        #expect(findings([port()]).map(\.verdict) == [.ok, .ok, .ok])
    }

    @Test("a stranger is not taken for a dongle")
    func stranger() {
        let found = findings([port("/dev/ttyACM1", (0x2341, 0x0043))])
        #expect(found.first?.verdict == .problem)
        #expect(found.first?.cause.contains("/dev/ttyACM1") == true)
    }

    @Test("who has a port open is named, with what to do")
    func held() throws {
        let found = findings([port(holder: PortHolder(pid: 4711, command: "minicom"))])
        let held = try #require(found.first { $0.check == "port /dev/ttyACM0" })
        #expect(held.verdict == .problem)
        #expect(held.exit == .temporary)
        #expect(held.cause.contains("minicom (pid 4711)"))
        #expect(held.next?.contains("minicom") == true)
    }

    @Test("a port that was unplugged meanwhile is said to be gone")
    func gone() {
        let found = findings([port(node: "/dev/there-is-no-such-node")])
        #expect(found.contains { $0.check == "port /dev/ttyACM0" && $0.cause.contains("unplugged") })
    }

    @Test("what a line carries follows from its rate: 45 bytes an advert, ten bits a byte")
    func capacity() {
        #expect(PortDiagnosis.capacity(baud: 115_200) == 256)
        #expect(PortDiagnosis.capacity(baud: 921_600) == 2048)
        #expect(PortDiagnosis.lineRate(of: "p", baud: 115_200, isNative: false).verdict == .warning)
        #expect(PortDiagnosis.lineRate(of: "p", baud: 921_600, isNative: false).verdict == .ok)
        #expect(PortDiagnosis.lineRate(of: "p", baud: 115_200, isNative: true).verdict == .ok)
    }
}
