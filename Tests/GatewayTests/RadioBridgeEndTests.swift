import ChildProcesses
import Foundation
import GatewayModel
import Glibc
import SerialPort
import TestSupport
import Testing

@testable import Gateway

/// How bridges end, and what is known and left of them.
@Suite(.timeLimit(.minutes(2))) struct RadioBridgeEndTests {
    @Test("a bridge that heeds neither SIGTERM nor its input is killed with what it started")
    func stubborn() async throws {
        let script = try ScriptedBridge()
        try script.plays(
            "trap '' TERM; echo $PORT; sleep 1000 & echo \"$!\" >>'\(script.folder.path("starts"))'; wait; wait")
        let manual = ManualClock()
        let bridge = try script.bridge(manual.clock)
        _ = try await bridge.port()
        await eventually("both run") { script.starts.count == 2 }
        #expect(script.starts.allSatisfy { isRunning($0.pid) })
        let stopping = Task { await bridge.stop() }
        await eventually("both are gone") {
            manual.advance(by: .seconds(1))
            return script.starts.allSatisfy { !isRunning($0.pid) }
        }
        await stopping.value
    }

    @Test("a bridge that hangs at its start is ended and started again")
    func hangingStart() async throws {
        let script = try ScriptedBridge()
        try script.plays("live")
        let manual = ManualClock()
        let bridge = try script.bridge(manual.clock)
        let port = Task { try await bridge.port() }
        await eventually("it starts") { script.starts.count == 1 && manual.sleepers == 1 }
        manual.advance(by: .seconds(120))
        await #expect(throws: RadioError.silent(script.radio)) { try await port.value }
        await eventually("it waits") { manual.sleepers == 1 }
        manual.advance(by: .milliseconds(200))
        await eventually("it starts again") { script.starts.count == 2 }
        await bridge.stop()
    }

    @Test("a bridge that falls silent on its port is ended and started again")
    func silent() async throws {
        let script = try ScriptedBridge()
        try script.plays("echo $PORT; live")
        let manual = ManualClock()
        let bridge = try script.bridge(manual.clock)
        _ = try await bridge.port()
        await bridge.linked()
        await bridge.received(5)
        manual.advance(by: .seconds(9))
        await bridge.received(5)
        #expect(script.starts.count == 1)
        manual.advance(by: .seconds(1))
        await bridge.received(5)
        await eventually("it has ended") { !isRunning(script.starts[0].pid) }
        // Its end is noted a moment later, and the wait begins then.
        await eventually("it starts again") {
            manual.advance(by: .milliseconds(200))
            return script.starts.count == 2
        }
        await bridge.stop()
    }

    @Test("a bridge that is killed has a reason, and one that lives has none")
    func loss() async throws {
        let script = try ScriptedBridge()
        try script.plays("echo $PORT; live")
        let bridge = try script.bridge()
        _ = try await bridge.port()
        #expect(await bridge.loss(within: .milliseconds(1)) == nil)
        kill(try #require(script.starts.last).pid, SIGKILL)
        let reason = await bridge.loss(within: .seconds(20))
        guard case .ended(script.radio, .signalled(SIGKILL), _, isFinal: false) = reason else {
            Issue.record("\(String(describing: reason))")
            return
        }
        await eventually("the port is there again") { (try? await bridge.port()) == script.dongle.path }
        #expect(await bridge.loss(within: .milliseconds(1)) == nil)
        await bridge.stop()
        #expect(await bridge.loss(within: .seconds(20)) == nil)
    }

    @Test("a gateway ends all bridges at once, also one that is being started")
    func endsAll() async throws {
        let script = try ScriptedBridge()
        try script.plays("trap '' TERM INT HUP; while :; do sleep 0.1; done")
        try await script.withGateway { gateway in
            let adopting = Task { try await gateway.dongles.adopt(.radio(script.radio), baud: nil) }
            await eventually("it starts") { script.starts.count == 1 }
            await gateway.dongles.endBridges()
            #expect(!isRunning(script.starts[0].pid))
            _ = await adopting.result
        }
    }

    @Test("a bridge that heeds only the end of its input ends with it")
    func input() async throws {
        let script = try ScriptedBridge()
        try script.plays("trap '' TERM; echo $PORT; live")
        // No time passes, so the bridge is not killed.
        let bridge = try script.bridge(ManualClock().clock)
        _ = try await bridge.port()
        await bridge.stop()
        #expect(!isRunning(script.starts[0].pid))
    }

    @Test("what a bridge has started and left behind is killed")
    func left() async throws {
        let script = try ScriptedBridge()
        try script.plays("sleep 1000 >/dev/null 2>&1 & echo \"$!\" >>'\(script.folder.path("starts"))'; exit 78")
        let bridge = try script.bridge()
        await #expect(throws: RadioError.self) { try await bridge.port() }
        #expect(script.starts.count == 2)
        await eventually("it is gone") { !isRunning(script.starts[1].pid) }
        await bridge.stop()
    }

    @Test("a bridge that ends without a word is not given those of the one before")
    func wordless() async throws {
        let script = try ScriptedBridge()
        try script.plays("echo 'hci-dongle: No way. Next: give up' >&2; exit 69")
        let manual = ManualClock()
        let bridge = try script.bridge(manual.clock)
        await #expect(throws: RadioError.self) { try await bridge.port() }
        #expect(bridge.log.words.next == "give up")
        try script.plays("exit 78")
        await eventually("it waits") { manual.sleepers == 1 }
        manual.advance(by: .milliseconds(200))
        await eventually("it has ended for good") { script.starts.count == 2 }
        do {
            _ = try await bridge.port()
            Issue.record("there is a port")
        } catch RadioError.ended(_, let end, let words, isFinal: true) {
            #expect(end == .exited(78) && words.message.isEmpty && words.next == nil)
        }
        await bridge.stop()
    }

    @Test("a port that a verb has asked for in vain has no bridge any more")
    func vain() async throws {
        let script = try ScriptedBridge()
        try script.plays("exit 69")
        let port = RadioPort(script.radio, script.setup, waitsForController: false, clock: ManualClock().clock)
        await #expect(throws: RadioError.self) { try await port.chosen() }
        await #expect(throws: GatewayError.stopping) { try await port.path() }
        #expect(script.starts.count == 1)
    }

    @Test("a supervisor that waits for its radio is told when the port is there, and need not look")
    func appears() async throws {
        let script = try ScriptedBridge()
        try script.plays("echo $PORT; live")
        let bridge = try script.bridge()
        let appeared = Latch()
        await bridge.whenAppeared { appeared.set() }
        _ = try await bridge.port()
        await eventually("it is told") { appeared.isSet }
        await bridge.stop()
    }
}
