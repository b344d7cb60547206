import Failures
import Glibc
import Testing

@testable import GatewayAPI

@Suite struct ServerErrorTests {
    @Test(
        "each error has its code and exit status, a sentence and a next step",
        arguments: [
            (ServerError.socketTaken(path: "/s", pid: 7), "socket-taken", Failures.ExitStatus.temporary),
            (.socketPathTooLong(path: "/s"), "socket-path-too-long", .configuration),
            (.cannotBind(path: "/s", errno: EACCES), "cannot-bind", .permission),
            (.cannotBind(path: "/s", errno: ENOENT), "cannot-bind", .cannotCreate),
            (.portTaken(host: "h", port: 1), "address-taken", .temporary),
            (.cannotListen(host: "h", port: 1, errno: EACCES), "cannot-listen", .permission),
            (.cannotListen(host: "h", port: 1, errno: EADDRNOTAVAIL), "cannot-listen", .configuration),
            (.certificateNotMade(file: "/f", errno: ENOSPC), "certificate-not-made", .cannotCreate),
            (.certificateNotMade(file: "/f", errno: EACCES), "certificate-not-made", .permission),
            (.tlsUnusable(file: "/f", reason: "no key"), "tls-unusable", .configuration),
            (.unknownGroup("g"), "unknown-group", .configuration),
        ])
    func words(error: ServerError, code: String, exit: Failures.ExitStatus) {
        let failure = Failure(error)
        #expect(failure.code == code)
        #expect(failure.exit == exit)
        #expect(failure.isRetryable == (exit == .temporary))
        #expect(failure.message.hasSuffix("."))
        #expect(failure.hint.hasSuffix("."))
    }

    @Test("the process that has the socket is named where it is known")
    func owner() {
        #expect(
            ServerError.socketTaken(path: "/s", pid: 7).failure.message == "Another gateway already serves /s (pid 7).")
        #expect(ServerError.socketTaken(path: "/s", pid: nil).failure.message == "Another gateway already serves /s.")
    }
}
