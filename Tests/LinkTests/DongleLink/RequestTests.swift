@testable import DongleLink
import DongleProtocol
import Testing

/// Ids, window and repeats of requests, frame by frame.
@Suite struct RequestTests {
    private static let connect = ConnectRequest(
        deadlineMs: 5000, address: Address(rawValue: 0xAABB), addressType: .public)

    @Test("where W is 2, id 4 waits for the answer to id 2 though id 3 is answered, and only id 2 is repeated")
    func ids() throws {
        let link = try ScriptedLink.live(maxInflight: 2)
        link.submit(InfoRequest())
        link.submit(ScanStopRequest())
        link.submit(ConfigStatRequest())
        link.submit(Self.connect)
        let first = link.take()
        try #require(first.map(\.header.id) == [2, 3])
        // The oldest alone is repeated, and nothing behind the window is sent.
        link.run(for: .milliseconds(350))
        let repeats = link.take()
        #expect(!repeats.isEmpty && repeats.allSatisfy { $0.wire == first[0].wire })
        link.answer(first[1])
        #expect(link.take().isEmpty)
        link.answer(first[0], InfoAnswer.ofNobody.encoded())
        #expect(link.take().map(\.header.id) == [4, 5])
    }

    @Test("an id that comes round waits for the DONE of the request that has it", .timeLimit(.minutes(1)))
    func idOfOpenOperation() throws {
        let link = try ScriptedLink.live()
        link.submit(Self.connect)
        let open = try #require(link.take().first)
        link.answer(open, .accepted)
        for _ in 1..<65_536 {
            link.submit(ScanStopRequest())
            link.answer(try #require(link.take().first))
        }
        link.submit(ScanStopRequest())
        #expect(link.take().isEmpty)
        let done = Done(requestID: open.header.id, status: .deadline, effect: .none, result: [])
        link.receive(link.event(0, .done, done.encoded()))
        #expect(link.take().map(\.header.id).contains(open.header.id))
    }

    @Test(
        "a refusal by the dongle's request table or by its flags is a refusal like any other",
        arguments: [Status.sequenceReused, .stale, .unsupportedFlags])
    func tableRefusals(status: Status) throws {
        let link = try ScriptedLink.live()
        let token = link.submit(InfoRequest())
        let request = try #require(link.take().first)
        link.answer(request, status)
        #expect(link.results[token]?.lost == .refused(operation: .info, status: status, body: ErrorBody()))
        #expect(link.results[token]?.outcome == .notDone)
        link.run(for: .milliseconds(500))
        #expect(link.take().isEmpty)
        #expect(link.session.statistics.sessions == 1)
    }

    @Test("the answer to a request that was sent twice measures no round trip")
    func noSample() throws {
        let link = try ScriptedLink.live()
        let before = link.session.estimator.roundTrip
        link.submit(InfoRequest())
        let request = try #require(link.take().first)
        link.run(for: .milliseconds(150))
        #expect(link.take().map(\.wire) == [request.wire])
        link.answer(request, InfoAnswer.ofNobody.encoded())
        #expect(link.session.estimator.roundTrip == before)
        // One that was sent once does.
        link.submit(ScanStopRequest())
        link.run(for: .milliseconds(50))
        link.answer(try #require(link.take().first))
        #expect(link.session.estimator.roundTrip != before)
    }

    @Test("a request that a living dongle never answers is given up 10 s after it was first sent")
    func givenUp() throws {
        let link = try ScriptedLink.live()
        link.run(for: .milliseconds(700))
        let token = link.submit(InfoRequest())
        for _ in 0..<99 {
            link.run(for: .milliseconds(100))
            link.receive(link.log())
        }
        #expect(link.results[token] == nil)
        link.run(for: .milliseconds(100))
        #expect(link.results[token]?.lost == .interrupted(operation: .info, cause: .gaveUp))
        #expect(link.session.statistics.sessions == 1)
    }

    @Test("CANCEL leaves once the request is known to be accepted, and not before")
    func cancel() throws {
        let link = try ScriptedLink.live()
        let token = link.submit(Self.connect)
        let connect = try #require(link.take().first)
        link.cancel(token)
        link.run(for: .milliseconds(350))
        #expect(link.take().allSatisfy { $0.wire == connect.wire })
        link.answer(connect, .accepted)
        let cancel = try #require(link.take().first)
        #expect(cancel.operation == .cancel)
        #expect(cancel.payload == CancelRequest(requestID: connect.header.id).encoded())
    }

    @Test("what is sent again takes no more of the dongle's window")
    func repeats() throws {
        let command = WriteCommandRequest(
            connection: Connection(slot: 0, generation: 1), handle: 1, value: [UInt8](repeating: 7, count: 80))
        let size = FrameEncoder.encode(
            FrameHeader(kind: .request, session: 0x4242, id: 2, code: 0x0207), payload: command.encoded()
        ).count
        // Room for one of them and an INFO.
        let link = try ScriptedLink.live(rxWindow: UInt16(size + 20))
        link.submit(command)
        link.run(for: .milliseconds(350))
        #expect(link.take().count >= 3)
        link.submit(InfoRequest())
        #expect(link.take().map(\.operation) == [.info])
        // A third has to wait.
        link.submit(ScanStopRequest())
        #expect(link.take().isEmpty)
    }

    @Test("GRANT goes before requests that may go at the same moment, new ones and repeats")
    func grantFirst() throws {
        let link = try ScriptedLink.live(maxInflight: 1)
        link.submit(InfoRequest())
        let info = try #require(link.take().first)
        link.submit(ScanStopRequest())
        #expect(link.take().isEmpty)
        let events = (0..<8 as Range<UInt16>).flatMap { link.event($0) }
        link.receive(link.response(info, .ok, InfoAnswer.ofNobody.encoded()), events)
        var sent = link.take()
        #expect(sent.map(\.header.kind) == [.grant, .request])
        // 80 ms later the acknowledgement of an event and the repeat are due together.
        link.run(for: .milliseconds(80))
        link.receive(link.event(8))
        link.run(for: .milliseconds(20))
        sent = link.take()
        #expect(sent.map(\.header.kind) == [.grant, .request])
        #expect(sent.first?.grant == Grant(next: 9))
    }

    @Test("GRANT is sent whatever fills the dongle's window, and takes nothing of it")
    func grantBesideWindow() throws {
        // Room for two requests without payload.
        let link = try ScriptedLink.live(rxWindow: 40)
        link.submit(InfoRequest())
        link.submit(ScanStopRequest())
        let full = link.take()
        try #require(full.map(\.operation) == [.info, .scanStop])
        link.submit(ConfigStatRequest())
        #expect(link.take().isEmpty)
        link.receive((0..<8 as Range<UInt16>).flatMap { link.event($0) })
        #expect(link.take().map(\.grant) == [Grant(next: 8)])
        link.answer(full[0], InfoAnswer.ofNobody.encoded())
        #expect(link.take().map(\.operation) == [.configStat])
    }

    @Test("each time-out of a request asks for the events that are missing, before the repeat")
    func behind() throws {
        let link = try ScriptedLink.live()
        link.submit(InfoRequest())
        link.receive(link.event(1))
        #expect(link.take().map(\.grant) == [nil, Grant(next: 0, gap: true)])
        for _ in 0..<3 {
            link.run(for: .milliseconds(100))
            let sent = link.take()
            #expect(sent.map(\.grant) == [Grant(next: 0, gap: true), nil])
            #expect(sent.last?.operation == .info)
        }
        link.receive(link.event(0), link.event(1))
        link.run(for: .milliseconds(150))
        _ = link.take()
        link.run(for: .milliseconds(400))
        #expect(link.take().allSatisfy { $0.grant == nil })
    }

    @Test("an answer to CONFIG_DATA shows what came before it as written, and nothing behind it or elsewhere")
    func dataImplies() throws {
        let link = try ScriptedLink.live()
        func data(_ transfer: UInt16, _ offset: UInt32) -> ConfigDataRequest {
            ConfigDataRequest(transfer: transfer, offset: offset, data: [UInt8](repeating: 7, count: 16))
        }
        let tokens = [link.submit(data(3, 0)), link.submit(data(3, 16))]
        var sent = link.take()
        try #require(sent.map(\.operation) == [.configData, .configData])
        link.answer(sent[1], ConfigDataAnswer(next: 32).encoded())
        #expect(tokens.allSatisfy { link.results[$0]?.outcome == .done })
        link.run(for: .milliseconds(500))
        #expect(link.take().isEmpty)

        let open = [link.submit(data(3, 48)), link.submit(data(3, 32))]
        sent = link.take()
        try #require(sent.count == 2)
        link.answer(sent[1], ConfigDataAnswer(next: 48).encoded())
        #expect(link.results[open[0]] == nil && link.results[open[1]]?.outcome == .done)
        link.answer(sent[0], ConfigDataAnswer(next: 64).encoded())
        _ = link.take()

        let mixed = [link.submit(data(4, 0)), link.submit(data(5, 16))]
        sent = link.take()
        try #require(sent.count == 2)
        link.answer(sent[1], ConfigDataAnswer(next: 32).encoded())
        #expect(link.results[mixed[0]] == nil && link.results[mixed[1]]?.outcome == .done)
    }

    /// Requests during which the CPU of a dongle with W = 1 may stand still.
    enum Stopping: CaseIterable, Sendable {
        case begin, commit, save

        func submit(to link: ScriptedLink) throws -> RequestToken {
            let digest = try #require(Digest([UInt8](repeating: 7, count: 32)))
            switch self {
            case .begin: return link.submit(ConfigBeginRequest(deadlineMs: 9000, length: 100, digest: digest))
            case .commit:
                return link.submit(ConfigCommitRequest(deadlineMs: 9000, transfer: 1, digest: digest.short))
            case .save: return link.submit(ConfigSaveRequest(deadlineMs: 9000))
            }
        }
    }

    @Test(
        "while a dongle with W = 1 may write flash it gets no other request, and no repeat",
        arguments: Stopping.allCases)
    func stopped(_ kind: Stopping) throws {
        let link = try ScriptedLink.live(maxInflight: 1)
        let token = try kind.submit(to: link)
        let request = try #require(link.take().first)
        let waiting = link.submit(InfoRequest())
        // Not known to be accepted: it is repeated, and no PING is sent.
        link.run(for: .milliseconds(2500))
        #expect(link.take().allSatisfy { $0.wire == request.wire })
        link.answer(request, .accepted)
        link.run(for: .seconds(3))
        let sent = link.take()
        #expect(sent.count >= 10)
        #expect(sent.allSatisfy { $0.grant == Grant(next: 0, gap: true) })
        let done = Done(requestID: request.header.id, status: .ok, effect: .done, result: [])
        link.receive(link.event(0, .done, done.encoded()))
        #expect(link.results[token]?.outcome == .done)
        #expect(link.results[waiting] == nil)
        #expect(link.take().first?.operation == .info)
    }

    @Test("a REBOOT that nobody answers is not repeated either while a dongle with W = 1 may write flash")
    func stoppedReboot() throws {
        let link = try ScriptedLink.live(maxInflight: 1)
        link.submit(RebootRequest(bootID: HelloReply.unlike.bootID, mode: .run))
        link.run(for: .milliseconds(150))
        _ = try Stopping.save.submit(to: link)
        let sent = link.take()
        try #require(sent.map(\.operation) == [.reboot, .reboot, .configSave])
        link.answer(sent[2], .accepted)
        link.run(for: .seconds(1))
        let since = link.take()
        #expect(!since.isEmpty && since.allSatisfy { $0.grant?.gap == true })
    }
}
