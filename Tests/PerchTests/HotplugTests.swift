import TestSupport
import Foundation
import GatewayClient
import GatewayModel
import Glibc
import Testing

@Suite struct HotplugProcessTests {
    @Test(
        "a gateway survives what happens to its ports, under umockdev", .timeLimit(.minutes(3)),
        .enabled(if: MockedUSB.isInstalled, "libumockdev is not installed"),
        .disabled(if: MockedUSB.isActive, "this is that process"))
    func passes() throws {
        let (hasPassed, report) = try MockedUSB.run("HotplugTests")
        #expect(hasPassed, "\(report)")
    }
}

/// `perch serve` as a process, with simulated dongles that are plugged in and unplugged. It follows
/// them through libudev.
@Suite(
    .serialized, .timeLimit(.minutes(2)),
    .enabled(if: MockedUSB.isActive, "needs umockdev: HotplugProcessTests runs it in a process of its own"))
struct HotplugTests {
    private let usb: MockedUSB
    private let home: TemporaryFolder

    init() throws {
        usb = try MockedUSB()
        home = try TemporaryFolder()
    }

    /// Runs a gateway while `body` runs.
    private func serve(
        _ arguments: String..., under wrapper: [String] = [], user: UInt32 = geteuid(),
        _ body: (GatewayClient) async throws -> Void
    ) async throws {
        let manager = try NotifySocket()
        // A gateway of another user must be able to write to it, too.
        chmod(manager.name, 0o777)
        let gateway = try PerchProcess(
            ["serve", "--socket", home.path("s"), "--state", home.path("state")] + arguments, under: wrapper,
            home: home,
            environment: ["NOTIFY_SOCKET": manager.name])
        guard await manager.receive() != nil else {
            gateway.interrupt()
            Issue.record("The gateway does not serve.\n\(try gateway.end().errors)")
            return
        }
        let client = GatewayClient(address: .socket(home.path("s")), trust: SocketTrust(userID: user))
        do {
            try await body(client)
        } catch {
            await client.close()
            gateway.interrupt()
            Issue.record("\(error)\n\(try gateway.end().errors)")
            return
        }
        await client.close()
        gateway.interrupt()
        let ending = try gateway.end()
        #expect(ending.status == 0, "\(ending.errors)")
    }

    /// Waits until the gateway's dongles meet a condition, for a minute at most.
    private func wait(
        _ client: GatewayClient, for condition: ([DongleStatus]) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var dongles: [DongleStatus] = []
        let isSo = try await eventually("the dongles are as wanted", sourceLocation: sourceLocation) {
            dongles = try await client.dongles().dongles
            return condition(dongles)
        }
        try #require(isSo, "\(dongles)", sourceLocation: sourceLocation)
    }

    /// Waits until exactly these dongles are live, each on its port.
    private func wait(
        _ client: GatewayClient, live: [(PluggableDongle, String)], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let wanted = Set(live.map { "\($0.0.id) /dev/\($0.1)" })
        try await wait(
            client,
            for: { dongles in
                Set(dongles.filter { $0.state == .live && $0.scanning }.map { "\($0.id ?? "") \($0.port)" }) == wanted
            }, sourceLocation: sourceLocation)
    }

    private func events(_ client: GatewayClient, of dongle: PluggableDongle) async throws -> [String] {
        try await client.events(after: 0).events.filter { $0.dongle == dongle.id }.map(\.title)
    }

    @Test("a dongle that is plugged in again is heard within a second, and each outage is an event with its length")
    func replug() async throws {
        let dongle = try PluggableDongle(1, on: usb)
        try dongle.plugIn(as: "ttyACM0")
        try await serve("--port", "auto") { client in
            try await wait(client, live: [(dongle, "ttyACM0")])
            var updates = try await client.adverts(AdvertQuery()).makeAsyncIterator()
            var plugged: ContinuousClock.Instant?
            var waits: [Duration] = []
            var interruptions = 0
            dongle.pullOut()
            while waits.count < 5, let update = try await updates.next() {
                switch update {
                case .interrupted:
                    interruptions += 1
                    try #require(plugged == nil)
                    plugged = .now
                    try dongle.plugIn(as: "ttyACM0")
                case .adverts:
                    guard let begin = plugged.take() else { continue }
                    waits.append(.now - begin)
                    if waits.count < 5 { dongle.pullOut() }
                case .missed, .failed, .end: Issue.record("\(update)")
                default: continue
                }
            }
            let longest = try #require(waits.max())
            print("from replug to the first advert: \(waits)")
            #expect(longest <= .seconds(1), "\(waits)")
            #expect(interruptions == 5)
            let told = try await client.events(after: 0).events.filter { $0.dongle == dongle.id }
            #expect(told.filter { $0.title == "Dongle lost" }.count == 5)
            let back = told.filter { $0.title == "Dongle back" }
            #expect(back.count == 5)
            #expect(back.allSatisfy { $0.detail.contains(/^\/dev\/ttyACM0 works again after \d+\.\d s\.$/) }, "\(back)")
        }
    }

    @Test("news of a port that is at work change nothing")
    func duplicateAdd() async throws {
        let dongle = try PluggableDongle(1, on: usb)
        try await serve("--port", "auto") { client in
            #expect(try await client.dongles().dongles.isEmpty)
            try dongle.plugIn(as: "ttyACM0")
            try await wait(client, live: [(dongle, "ttyACM0")])
            for _ in 0..<3 { usb.announce("add", try #require(dongle.device)) }
            let other = try PluggableDongle(2, on: usb)
            // Once this dongle is live, the earlier announcements have been processed.
            try other.plugIn(as: "ttyACM1")
            try await wait(client, live: [(dongle, "ttyACM0"), (other, "ttyACM1")])
            let status = try await client.dongle(dongle.id)
            #expect(status.outages == 0 && status.link?.sessions == 1)
        }
    }

    @Test("a dongle that comes back under another name is the same one", arguments: ["auto", "/dev/ttyACM0"])
    func renamed(port: String) async throws {
        let dongle = try PluggableDongle(1, on: usb)
        try dongle.plugIn(as: "ttyACM0")
        try await serve("--port", port) { client in
            try await wait(client, live: [(dongle, "ttyACM0")])
            dongle.pullOut()
            try await wait(client) { $0.allSatisfy { $0.state != .live } }
            try dongle.plugIn(as: "ttyACM1")
            try await wait(client, live: [(dongle, "ttyACM1")])
            #expect(try await client.dongles().dongles.count == 1)
            #expect(try await events(client, of: dongle).suffix(2) == ["Dongle lost", "Dongle back"])
            dongle.pullOut()
            try await wait(client) { $0.allSatisfy { $0.state != .live } }
            try dongle.plugIn(as: "ttyACM0")
            try await wait(client, live: [(dongle, "ttyACM0")])
        }
    }

    @Test(
        "a FlockFinder on a serial port is read again where it comes back under another name, and nothing is written to it"
    )
    func flockFinder() async throws {
        let port = PluggablePort(1, on: usb)
        var terminal = try EmptyTerminal()
        try port.plugIn(as: "ttyACM0", terminal: terminal.path)
        func says(_ address: String) {
            terminal.say(
                #"{"event":"detection","detection_method":"mac_prefix","protocol":"wifi","mac_address":"\#(address)","rssi":-60}"#
                    + "\r\n")
        }
        // The gateway's own port is a different one.
        try await serve("--port", "/dev/ttyUSB7") { client in
            func listens(at path: String) async throws {
                let isSo = try await eventually("it is read") {
                    let one = try await client.attachedFlockFinders().attached.first
                    return one?.state == .listening && one?.address == path
                }
                try #require(isSo)
            }
            _ = try await client.attachFlockFinder(AttachmentRequest(device: "serial:/dev/ttyACM0"))
            try await listens(at: "/dev/ttyACM0")
            says("c0:35:32:00:00:01")
            try await eventually("its detection is known") {
                try await client.attachedFlockFinders().attached.first?.detections == 1
            }
            #expect(terminal.heard == [])
            port.pullOut()
            unlink(usb.root + "/dev/ttyACM0")
            terminal = try EmptyTerminal()
            try await eventually("it is away") {
                try await client.attachedFlockFinders().attached.first?.state != .listening
            }
            try port.plugIn(as: "ttyACM1", terminal: terminal.path)
            try await listens(at: "/dev/ttyACM1")
            says("c0:35:32:00:00:02")
            try await eventually("its detection is known, too") {
                try await client.attachedFlockFinders().attached.first?.detections == 2
            }
            #expect(terminal.heard == [])
        }
    }

    @Test("where a port was named, another dongle of the same make does not take its place")
    func stranger() async throws {
        let dongle = try PluggableDongle(1, on: usb, bridge: true)
        let stranger = try PluggableDongle(2, on: usb, bridge: true)
        try dongle.plugIn(as: "ttyUSB0")
        try await serve("--port", "/dev/ttyUSB0") { client in
            try await wait(client, live: [(dongle, "ttyUSB0")])
            dongle.pullOut()
            try stranger.plugIn(as: "ttyUSB1")
            try await wait(client) { $0.first?.lastError?.code == "port-not-found" && $0.first?.state == .waiting }
            #expect(try await client.dongles().dongles.map(\.id) == [dongle.id])
            stranger.pullOut()
            try dongle.plugIn(as: "ttyUSB2")
            try await wait(client, live: [(dongle, "ttyUSB2")])
        }
    }

    @Test(
        "two dongles are told apart by their ids, whatever their ports are called and their bridges say",
        arguments: [false, true])
    func two(bridges: Bool) async throws {
        let (one, two) = (
            try PluggableDongle(1, on: usb, bridge: bridges), try PluggableDongle(2, on: usb, bridge: bridges)
        )
        let names = bridges ? ["ttyUSB0", "ttyUSB1"] : ["ttyACM0", "ttyACM1"]
        try one.plugIn(as: names[0])
        try await serve("--port", "auto") { client in
            try await wait(client, live: [(one, names[0])])
            try two.plugIn(as: names[1])
            try await wait(client, live: [(one, names[0]), (two, names[1])])
            one.pullOut()
            try await wait(client, live: [(two, names[1])])
            #expect(try await client.dongle(two.id).outages == 0)
            two.pullOut()
            try await wait(client) { $0.allSatisfy { $0.state != .live } }
            try two.plugIn(as: names[0])
            try one.plugIn(as: names[1])
            try await wait(client, live: [(one, names[1]), (two, names[0])])
            #expect(try await client.dongles().dongles.count == 2)
        }
    }

    @Test(
        "a port that may not be opened is told once, and used when it may be", .enabled(if: getuid() == 0, "needs root")
    )
    func permission() async throws {
        // Gives access to the gateway's user, who listens to udev in there, and whose calls the
        // mocked USB answers.
        for path in [usb.root, usb.root + "/ioctl", usb.root + "/ioctl/_default"] { chmod(path, 0o777) }
        chmod(home.path, 0o1777)
        let dongle = try PluggableDongle(1, on: usb)
        try dongle.plugIn(as: "ttyACM0")
        let node = usb.root + "/dev/ttyACM0"
        chmod(node, 0o600)
        let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        try await serve("--port", "auto", under: nobody, user: 65_534) { client in
            try await wait(client) { $0.first?.lastError?.code == "port-permission" }
            // The event is recorded a moment after the status shows it.
            var titles: [String] = []
            try await eventually("it is recorded") {
                titles = try await client.events(after: 0, type: [.authorization]).events.map(\.title)
                return !titles.isEmpty
            }
            #expect(titles == ["Port not permitted"])
            chmod(node, 0o666)
            usb.announce("add", try #require(dongle.device))
            try await wait(client, live: [(dongle, "ttyACM0")])
            #expect(try await client.events(after: 0, type: [.authorization]).events.count == 1)
        }
    }
}
