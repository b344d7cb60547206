import CP28
import Failures
import Glibc
import SystemPackage

/// A file of passwords, one a line.
enum PasswordFile {
    /// Most bytes of the file, far more than the longest list has.
    private static let limit = 16 * 1024

    /// Reads the passwords in their order. Warns where other users may read the file.
    ///
    /// - Throws: ``Failure``, which never contains a password.
    static func read(_ path: String) throws(Failure) -> [String] {
        let file: GivenFile
        do throws(Failure) {
            file = try GivenFile(path, limit: limit)
        } catch {
            throw error.ofPasswords
        }
        if file.mode.type == .regular, !file.mode.permissions.isDisjoint(with: [.groupRead, .otherRead]) {
            say("perch: Other users may read \(printable(path)). Run `chmod 600` on this file.")
        }
        return try passwords(file.bytes, path: path)
    }

    /// Parses the bytes of a file. Empty lines are ignored.
    static func passwords(_ bytes: [UInt8], path: String) throws(Failure) -> [String] {
        var passwords: [String] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !line.isEmpty else { continue }
            let password = String(decoding: line, as: UTF8.self)
            guard BeaconProfile.isPassword(password) else {
                throw invalid(path, "Line \(index + 1) of \(printable(path)) is not a valid password.")
            }
            // A beacon may lock itself after wrong passwords, so each is tried only once.
            if !passwords.contains(password) { passwords.append(password) }
        }
        guard BeaconProfile.passwordLimits.count.contains(passwords.count) else {
            throw invalid(path, "\(printable(path)) holds \(counted(passwords.count, "password")).")
        }
        return passwords
    }

    private static func invalid(_ path: String, _ message: String) -> Failure {
        let (count, length) = BeaconProfile.passwordLimits
        return Failure(
            code: "password-file-invalid", message: message,
            hint: "Write \(count.lowerBound) to \(count.upperBound) passwords, one a line, each of "
                + "\(length.lowerBound) to \(length.upperBound) printable ASCII characters.",
            exit: .badInput)
    }
}

extension Failure {
    /// The failure with the codes for a file of passwords, by which scripts can tell it from other
    /// files.
    fileprivate var ofPasswords: Failure {
        var failure = self
        failure.code = code == "file-too-large" ? "password-file-invalid" : "password-file-unreadable"
        failure.hint = "Name the right file with --password-file."
        return failure
    }
}
