import Glibc
import Testing

@testable import Perch

@Suite(.timeLimit(.minutes(1))) struct ServiceManagerTests {
    @Test("what is told arrives as one datagram", arguments: [false, true])
    func told(isAbstract: Bool) async throws {
        let socket = try NotifySocket(isAbstract: isAbstract)
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": socket.name]))
        #expect(manager.watchdog == nil)
        #expect(await manager.tell("READY=1", "STATUS=Serving") == 0)
        #expect(await socket.receive() == "READY=1\nSTATUS=Serving")
    }

    @Test(
        "nobody is told where nobody asks for it, or in a way that is not known",
        arguments: ["", "relative", "vsock:2:1234", "/" + String(repeating: "x", count: 107), "@"])
    func none(name: String) {
        #expect(ServiceManager(environment: ["NOTIFY_SOCKET": name]) == nil)
        #expect(ServiceManager(environment: [:]) == nil)
    }

    @Test("a service manager that is not there is told in vain, and that is said")
    func away() async throws {
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": "/tmp/perch-nobody-\(getpid())"]))
        #expect(await manager.tell("READY=1") == ENOENT)
    }

    @Test("a socket that is full is tried again until there is room")
    func full() async throws {
        let socket = try NotifySocket()
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": socket.name]))
        let count = socket.fill()
        try #require(count > 0 && count < 10_000)
        async let code = manager.tell("READY=1")
        for _ in 0..<count { #expect(await socket.receive() == "x") }
        #expect(await code == 0)
        #expect(await socket.receive() == "READY=1")
    }

    @Test(
        "the watchdog is this process's only where its number is given or none is",
        arguments: [
            (["WATCHDOG_USEC": "30000000"], Duration.seconds(30)), (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "soon"], nil), (["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "42"], .milliseconds(1)),
            (["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "43"], nil),
        ])
    func watchdog(environment: [String: String], interval: Duration?) {
        let all = environment.merging(["NOTIFY_SOCKET": "/s"]) { $1 }
        #expect(ServiceManager(environment: all, processID: 42)?.watchdog == interval)
    }
}
