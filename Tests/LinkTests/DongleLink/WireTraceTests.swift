import DongleLink
import DongleProtocol
import SimulatedDongle
import TestSupport
import Testing

/// The tap on a live dongle's line.
@Suite(.timeLimit(.minutes(1))) struct WireTraceTests {
    @Test("every byte of both directions is seen, in order and in time")
    func whole() async throws {
        let pty = try PtyDongle(SimulatedDongle.Configuration(scenario: try .named("restaurant")))
        defer { pty.stop() }
        let tape = Tape()
        let dongle = try await Dongle.open(path: pty.path, baud: 921_600, isNative: true, trace: tape)
        _ = try await dongle.info()
        let feed = try await dongle.startScan(ScanStartRequest(mode: .passive, batchingMs: 20))
        for try await update in feed { if case .sightings = update { break } }
        try await dongle.stopScan()
        await dongle.close()
        let statistics = await dongle.statistics()
        let (received, sent, times) = tape.content
        #expect(UInt64(received.count) == statistics.bytesReceived)
        #expect(UInt64(sent.count) == statistics.bytesSent)
        let requests = frames(sent).filter { $0.kind == .request }.map(\.operation)
        #expect(Array(requests.filter { $0 != .ping }) == [.hello, .info, .scanStart, .scanStop])
        #expect(frames(received).contains { $0.event == .advertBatch })
        #expect(times == times.sorted())
        #expect(tape.isSimulated)
    }

    @Test("a greeting that nobody answers is seen")
    func silence() async throws {
        let terminal = try EmptyTerminal()
        let tape = Tape()
        await #expect(throws: LinkError.self) {
            _ = try await Dongle.open(
                path: terminal.path, baud: 921_600, greetingLimit: .milliseconds(600), trace: tape)
        }
        let hellos = frames(tape.content.sent)
        #expect(hellos.count >= 2 && hellos.allSatisfy { $0.operation == .hello })
        #expect(tape.content.received.isEmpty && !tape.isSimulated)
    }

    private func frames(_ bytes: [UInt8]) -> [FrameHeader] {
        var decoder = FrameDecoder(largestFrame: 4096)
        var headers: [FrameHeader] = []
        decoder.feed(bytes.span.bytes, onFrame: { header, _ in headers.append(header) }, onRejected: { _, _ in })
        return headers
    }
}
