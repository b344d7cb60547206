import Failures
import Foundation
import Glibc

/// The file with a gateway's token.
enum TokenFile {
    /// Most bytes that are read, far more than any token has.
    private static let limit = 4096

    /// Reads the token.
    ///
    /// - Throws: ``Failure``, which never contains the token.
    static func read(_ path: String) throws -> String {
        let bytes: [UInt8]
        switch contents(path) {
        case .success(let read): bytes = read
        case .failure(let error):
            throw Failure(
                code: "token-unreadable", message: "The token file \(path) cannot be read: \(error.words).",
                hint: "Name the right file with --token-file or PERCH_TOKEN_FILE; the gateway shows where its own is.",
                exit: error.code == EACCES ? .permission : .noInput)
        }
        let token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty, token.utf8.count < limit, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Failure(
                code: "token-invalid", message: "The file \(path) must contain one token and nothing else.",
                hint: "Copy the gateway's token file again.", exit: .badInput)
        }
        return token
    }

    /// Returns the token of this user's own gateway; nil where it is missing or unreadable.
    static func ofOwnGateway(stateFolder: String) -> String? {
        // An error is ignored: the gateway reports a missing token itself.
        try? read(stateFolder + "/token")
    }

    private struct SystemError: Error {
        let code: Int32
        var words: String { systemMessage(code) }
    }

    private static func contents(_ path: String) -> Result<[UInt8], SystemError> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(SystemError(code: errno)) }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = Glibc.read(descriptor, &buffer, limit)
        guard count >= 0 else { return .failure(SystemError(code: errno)) }
        return .success(Array(buffer[..<count]))
    }
}
