import Foundation
import GatewayModel
import Glibc
import SerialPort
import SimulatedDongle
import Store
import TestSupport
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(2))) struct RadioBridgeTests {
    @Test("a radio is a port like any other: adopted, named, scanned, released")
    func adopted() async throws {
        let script = try ScriptedBridge()
        try script.plays("echo $PORT; live")
        try await script.withGateway { gateway in
            let status = try await gateway.dongles.adopt(.radio(script.radio), baud: nil)
            #expect(status.port == script.radio.text && status.state == .live)
            let adverts = try await gateway.adverts(AdvertQuery())
            for await case .adverts in adverts { break }
            #expect(try await gateway.dongles.dongle(script.radio.text).id == status.id)
            let (pid, arguments) = try #require(script.starts.first)
            #expect(script.starts.count == 1 && isRunning(pid))
            let file = script.folder.path("state") + "/radios/\(script.radio.escaped).json"
            #expect(arguments == "\(script.radio.text) --state \(file) --attached --verbose")
            // Adopted again, it is the same.
            #expect(try await gateway.dongles.adopt(.radio(script.radio), baud: nil).id == status.id)
            try await gateway.dongles.release(script.radio.text)
            #expect(!isRunning(pid))
            _ = try await gateway.dongles.adopt(.radio(script.radio), baud: nil)
            #expect(script.starts.count == 2)
        }
        #expect(script.starts.allSatisfy { !isRunning($0.pid) })
    }

    @Test("a bridge gets three descriptors, what it needs of the environment, and nothing else")
    func inherits() async throws {
        let script = try ScriptedBridge()
        // Without O_CLOEXEC, so that a program that is started has it unless it is closed there.
        let leak = open("/dev/null", O_RDONLY)
        defer { close(leak) }
        let (variables, descriptors) = (script.folder.path("variables"), script.folder.path("descriptors"))
        // `ls` has the fourth for the folder that it reads.
        try script.plays("env >'\(variables)'; ls /proc/self/fd >'\(descriptors)'; echo $PORT; live")
        let bridge = try script.bridge()
        _ = try await bridge.port()
        await bridge.stop()
        let given = try String(contentsOfFile: variables, encoding: .utf8).split(separator: "\n")
            .map { $0.prefix { $0 != "=" } }
        // The shell adds these two.
        #expect(Set(given).subtracting(["PWD", "OLDPWD", "_", "SHLVL"]) == ["PATH", "LC_TIME", "https_proxy"])
        #expect(try String(contentsOfFile: descriptors, encoding: .utf8) == "0\n1\n2\n3\n")
    }

    @Test("a bridge that crashes is started again, without its controller too, and its dongle is back")
    func crash() async throws {
        let script = try ScriptedBridge()
        // The line ends with the bridge, as it does where the bridge owns it.
        try script.plays("echo $PORT; live")
        let bridge = try script.bridge()
        #expect(try await bridge.port() == script.dongle.path)
        for count in 1...2 {
            kill(try #require(script.starts.last).pid, SIGKILL)
            await eventually("start \(count + 1)") { script.starts.count == count + 1 }
            await eventually("the port is there") { (try? await bridge.port()) == script.dongle.path }
        }
        #expect(script.starts.map { $0.arguments.hasSuffix(" --wait") } == [false, true, true])
        await bridge.stop()
        #expect(script.starts.allSatisfy { !isRunning($0.pid) })
        await #expect(throws: GatewayError.stopping) { try await bridge.port() }
    }

    @Test("each exit code comes with the bridge's words, and 64 and 78 are final", arguments: [64, 69, 73, 77, 78])
    func exit(_ code: Int32) async throws {
        let script = try ScriptedBridge()
        try script.plays("echo 'hci-dongle: No way' >&2; echo 'hci-dongle: Next: find another' >&2; exit \(code)")
        try await script.withGateway { gateway in
            do {
                _ = try await gateway.dongles.adopt(.radio(script.radio), baud: nil)
                Issue.record("adopted")
            } catch RadioError.ended(let radio, let end, let words, let isFinal) {
                #expect(radio == script.radio && end == .exited(code) && isFinal == [64, 78].contains(code))
                #expect(words.message == "No way" && words.next == "find another")
            }
            #expect(await gateway.dongles.list().isEmpty)
        }
        #expect(script.starts.count == 1)
    }

    @Test(
        "a start is followed by the next after 0.2 s of the clock, and by none after a final end", arguments: [69, 78])
    func restarts(_ code: Int32) async throws {
        let script = try ScriptedBridge()
        try script.plays("exit \(code)")
        let manual = ManualClock()
        let bridge = try script.bridge(manual.clock)
        await #expect(throws: RadioError.self) { try await bridge.port() }
        if code == 69 {
            await eventually("it waits") { manual.sleepers == 1 }
            #expect(script.starts.count == 1)
            manual.advance(by: .milliseconds(200))
            await eventually("it starts again") { script.starts.count == 2 }
        } else {
            manual.advance(by: .seconds(100))
            await #expect(throws: RadioError.self) { try await bridge.port() }
            #expect(script.starts.count == 1)
        }
        await bridge.stop()
    }

    @Test("of a bridge that babbles, the port is found, lines are dropped and counted, and it can be ended")
    func babble() async throws {
        let script = try ScriptedBridge()
        try script.plays("yes babble >&2 & echo noise; echo $PORT; yes noise & live; kill %1 %2")
        let bridge = try script.bridge()
        #expect(try await bridge.port() == script.dongle.path)
        var counted = 0
        for await line in bridge.log.lines() {
            counted += Int(line.dropped)
            if counted > 1000 { break }
        }
        await bridge.stop()
        #expect(!isRunning(script.starts[0].pid))
    }

    @Test("without the program, or without a unit where none is started, a radio is told to be missing")
    func missing() async throws {
        let script = try ScriptedBridge()
        try await script.withGateway { gateway in
            let path = script.folder.path("bridge")
            await #expect(throws: RadioError.noProgram(named: path)) {
                try await gateway.dongles.adopt(.radio(script.radio), baud: nil)
            }
        }
        var setup = script.setup
        setup.bridges = nil
        try await GatewayTests.withGateway({ $0.radios = setup }) { gateway in
            await #expect(throws: RadioError.noUnit(script.radio)) {
                try await gateway.dongles.adopt(.radio(script.radio), baud: nil)
            }
        }
    }

    @Test("the port of a radio's unit is used, and no bridge started", arguments: [true, false])
    func unit(startsBridges: Bool) async throws {
        let script = try ScriptedBridge()
        try script.plays("exit 70")
        var setup = script.setup
        if !startsBridges { setup.bridges = nil }
        let folder = "\(setup.unitFolder)/\(script.radio.escaped)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(symlink(script.dongle.path, folder + "/port") == 0)
        try await GatewayTests.withGateway({ $0.radios = setup }) { gateway in
            let status = try await gateway.dongles.adopt(.radio(script.radio), baud: nil)
            #expect(status.port == script.radio.text && status.state == .live)
        }
        #expect(script.starts.isEmpty)
        script.dongle.stop()
    }

    @Test("a radio that a gateway uses from the start says why it has no dongle, and has one when it can")
    func later() async throws {
        let script = try ScriptedBridge()
        try script.plays("echo 'hci-dongle: Broken. Next: mend it' >&2; exit 70")
        try await GatewayTests.withGateway({
            $0.radios = script.setup
            $0.ports = [.radio(script.radio)]
            $0.isDaemon = true
        }) { gateway in
            await eventually("its error is told") {
                await gateway.dongles.list().first?.lastError?.message.contains("Broken") == true
            }
            #expect(await gateway.dongles.list().first?.port == script.radio.text)
            #expect(script.starts.first?.arguments.hasSuffix(" --wait") == true)
            try script.plays("echo $PORT; live")
            await eventually("it is live") { await gateway.dongles.list().first?.state == .live }
        }
        script.dongle.stop()
    }

    @Test("a port is named once; said again, it is a line like any other")
    func twice() async throws {
        let script = try ScriptedBridge()
        try script.plays("echo $PORT; echo $PORT; live")
        let bridge = try script.bridge()
        #expect(try await bridge.port() == script.dongle.path)
        var lines = bridge.log.lines().makeAsyncIterator()
        #expect(await lines.next()?.text == "on standard output: \(script.dongle.path)")
        await bridge.stop()
    }

    @Test("a program is taken from absolute folders of PATH alone, and the folder of states is for this user")
    func setup() throws {
        let script = try ScriptedBridge()
        func bridges(_ path: String) -> RadioSetup.Bridges {
            RadioSetup.Bridges(
                environment: ["PATH": path], stateFolder: script.folder.path("state"),
                ownFolder: script.folder.path("own"))
        }
        let (bin, own) = (script.folder.path("bin"), script.folder.path("own"))
        for folder in [bin, own] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(symlink("/bin/sh", folder + "/perch-hci-dongle") == 0)
        }
        // From the root, as from any folder.
        let relative = String(repeating: "../", count: 20) + bin.dropFirst()
        unlink(own + "/perch-hci-dongle")
        if access("/usr/bin/perch-hci-dongle", X_OK) != 0 {
            #expect(throws: RadioError.noProgram(named: nil)) { try bridges(relative).find() }
        }
        #expect(try bridges("/nowhere:\(bin)").find() == bin + "/perch-hci-dongle")
        #expect(symlink("/bin/sh", own + "/perch-hci-dongle") == 0)
        #expect(try bridges(bin).find() == own + "/perch-hci-dongle")
        let file = try bridges(bin).stateFile(of: "usb:0")
        #expect(file == script.folder.path("state") + "/radios/usb:0.json")
        let folder = script.folder.path("state") + "/radios"
        let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }
}
