import Foundation
import Testing

@testable import Notifications

@Suite(.timeLimit(.minutes(1))) struct ChildProcessTests {
    private func run(_ script: String, input: String = "", environment: [String: String] = [:]) async
        -> ChildProcess.Ending
    {
        await ChildProcess(
            command: ["/bin/sh", "-c", script, "hook", "one argument"],
            environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }, input: Array(input.utf8)
        ).run(within: .seconds(30), .system())
    }

    @Test("its exit code and what it says are told", arguments: [0, 1, 3, 127, 255])
    func exit(_ code: Int32) async {
        #expect(await run("echo out; echo ' words ' >&2; exit \(code)") == .init(cause: .exited(code), words: "words"))
    }

    @Test("a signal that ends it is told")
    func signal() async {
        #expect(await run("kill -TERM $$") == .init(cause: .signalled(SIGTERM), words: ""))
    }

    @Test("it gets arguments, variables and input as they are, with no shell between")
    func input() async {
        let ending = await run(
            #"printf '%s|%s|' "$1" "$X" >&2; cat >&2"#, input: "line\n$(id) 'quoted'", environment: ["X": "a b; $(id)"])
        #expect(ending.words == "one argument|a b; $(id)|line\n$(id) 'quoted'")
    }

    @Test("input that nobody reads, however long, holds nobody up")
    func unreadInput() async {
        #expect(await run("exit 0", input: String(repeating: "x", count: 1 << 20)).cause == .exited(0))
        let size = await run("wc -c >&2", input: String(repeating: "x", count: 1 << 20))
        #expect(size.words == "1048576")
    }

    @Test("of a flood of words the first 4 KiB are kept, and it still ends")
    func flood() async {
        let ending = await run("head -c 3000000 /dev/zero | tr '\\0' x >&2; exit 3")
        #expect(ending == .init(cause: .exited(3), words: String(repeating: "x", count: 4_096)))
    }

    @Test("a program that is not there or not executable is not started", arguments: [true, false])
    func notStarted(_ isThere: Bool) async throws {
        let folder = try ScriptFolder()
        let path = isThere ? try folder.script("hook", "exit 0", mode: 0o644) : folder.file("hook")
        let ending = await ChildProcess(command: [path], environment: [:], input: []).run(
            within: .seconds(30), .system())
        #expect(ending == .init(cause: .notStarted(isThere ? EACCES : ENOENT), words: ""))
    }

    @Test("when its time is over it is killed with what it has started, and is no zombie")
    func killed() async throws {
        let folder = try ScriptFolder()
        let fifo = folder.file("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        let manual = ManualClock()
        let script = "exec 4>'\(fifo)'; sleep 1000 & echo $$ >&2; echo up >&4; wait"
        async let ending = ChildProcess(
            command: ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"], input: []
        )
        .run(within: .seconds(30), manual.clock)
        // Both processes have the file open.
        let held = await Blocking.read(fifo, until: "up\n")
        #expect(await manual.nextDue() == .seconds(30))
        manual.advance(by: .seconds(29))
        #expect(await manual.nextDue() == .seconds(30))
        manual.advance(by: .seconds(1))
        let end = await ending
        #expect(end.cause == .killed)
        let pid = try #require(Int32(end.words))
        #expect(waitpid(pid, nil, WNOHANG) == -1 && errno == ECHILD)
        // The read ends when no process has the file open for writing any more.
        #expect(await Blocking.isAbandoned(held))
    }

    @Test("cancelling its task kills it")
    func cancelled() async throws {
        let folder = try ScriptFolder()
        let fifo = folder.file("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        let task = Task {
            await ChildProcess(
                command: ["/bin/sh", "-c", "exec 4>'\(fifo)'; echo up >&4; sleep 1000"],
                environment: ["PATH": "/usr/bin:/bin"], input: []
            ).run(within: .seconds(30), ManualClock().clock)
        }
        let held = await Blocking.read(fifo, until: "up\n")
        task.cancel()
        #expect(await task.value.cause == .killed)
        #expect(await Blocking.isAbandoned(held))
    }

    @Test("what it leaves behind holds nobody up")
    func background() async {
        #expect(await run("sleep 1000 & echo $! >&2; exit 0").cause == .exited(0))
    }

    @Test("it inherits no descriptor, no blocked and no ignored signal, and has a group of its own")
    func inheritance() async throws {
        let held = (0..<5).map { _ in open("/dev/null", O_RDONLY) }
        defer { for descriptor in held { close(descriptor) } }
        Glibc.signal(SIGPIPE, SIG_IGN)
        let descriptors = await run("ls /proc/self/fd >&2").words.split(separator: "\n")
        // The fourth is of the listing itself.
        #expect(descriptors == ["0", "1", "2", "3"])
        let signals = await run("grep -E 'SigIgn|SigBlk' /proc/self/status | cut -f2 >&2").words.split(separator: "\n")
        // Two further signals belong to the C library and are unchanged.
        #expect(signals.map { UInt64($0, radix: 16).map { $0 & 0x7FFF_FFFF } } == [0, 0])
        let group = await run("echo $$ $(cut -d' ' -f5 /proc/$$/stat) >&2").words.split(separator: " ")
        #expect(group.count == 2 && group[0] == group[1])
    }
}

/// Blocking reads, on separate threads, with at most 10 s between two bytes.
enum Blocking {
    private static let limitMs: CInt = 10_000

    private static func next(_ descriptor: CInt) -> UInt8? {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        guard poll(&entry, 1, limitMs) > 0, Glibc.read(descriptor, &byte, 1) == 1 else { return nil }
        return byte
    }

    /// Waits until no process has the file open for writing any more, and closes it.
    static func isAbandoned(_ descriptor: CInt) async -> Bool {
        await onThread {
            defer { close(descriptor) }
            var entry = pollfd(fd: descriptor, events: 0, revents: 0)
            return poll(&entry, 1, limitMs) > 0 && entry.revents & Int16(POLLHUP) != 0
        }
    }

    /// Opens a file for reading and reads until it has given that text.
    static func read(_ path: String, until text: String) async -> CInt {
        await onThread {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            var read: [UInt8] = []
            while !String(decoding: read, as: UTF8.self).hasSuffix(text), let byte = next(descriptor) {
                read.append(byte)
            }
            return descriptor
        }
    }

    static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}
