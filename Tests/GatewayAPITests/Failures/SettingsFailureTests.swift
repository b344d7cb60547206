import Glibc
import Settings
import Testing

@testable import Failures

@Suite struct SettingsFailureTests {
    @Test("a wrong configuration is told by its first mistake and the number of others")
    func invalid() {
        let one = SettingsError.Finding(place: "/f:3", message: "scan.mode is 1")
        let two = SettingsError.Finding(place: "PERCH_\u{1B}", message: "x")
        let failure = Failure(SettingsError.invalid([one]))
        #expect(failure.message == "The configuration is wrong. /f:3: scan.mode is 1.")
        #expect(failure.exit == .configuration)
        #expect(Failure(SettingsError.invalid([one, two])).message.hasSuffix("1 more is wrong."))
        #expect(Failure(SettingsError.invalid([one, two, two])).message.hasSuffix("2 more are wrong."))
        #expect(two.line == "PERCH_·: x")
        #expect(Failure.mistakes(1).message == "The configuration has a mistake.")
        #expect(Failure.mistakes(3).message == "The configuration has 3 mistakes.")
    }

    @Test(
        "a file has its exit code by what is wrong with it",
        arguments: [
            (SettingsError.cannotRead(path: "/f", errno: ENOENT), "settings-unreadable", Failures.ExitStatus.noInput),
            (.cannotRead(path: "/f", errno: EACCES), "settings-unreadable", .permission),
            (.cannotRead(path: "/f", errno: EISDIR), "settings-unreadable", .noInput),
            (.cannotWrite(path: "/f", errno: EROFS), "cannot-create", .cannotCreate),
        ])
    func files(error: SettingsError, code: String, exit: Failures.ExitStatus) {
        let failure = Failure(error)
        #expect(failure.code == code)
        #expect(failure.exit == exit)
        #expect(failure.message.contains("/f "))
    }
}
