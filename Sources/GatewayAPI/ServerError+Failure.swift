import Failures

extension ServerError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .socketTaken(let path, let pid):
            Failure(
                code: "socket-taken", message: "A gateway serves \(path) already\(pid.map { " (pid \($0))" } ?? "").",
                hint: "Use that one, end it, or choose another path with --socket.", isRetryable: true, exit: .temporary
            )
        case .socketPathTooLong(let path):
            Failure(
                code: "socket-path-too-long",
                message: "A socket's path has 1 to 107 bytes, this one \(path.utf8.count).",
                hint: "Choose a shorter one.", exit: .configuration)
        case .cannotBind(let path, let errno):
            Failure(
                code: "cannot-bind", message: "The socket cannot be made at \(path): \(systemMessage(errno)).",
                hint: "Choose another path, or give this user the right to write there.", exit: .cannotCreate)
        case .portTaken(let host, let port):
            Failure(
                code: "address-taken", message: "Another program listens on port \(port) of \(host).",
                hint: "Choose another port, or 0 for a free one.", isRetryable: true, exit: .temporary)
        case .cannotListen(let host, let port, let errno):
            Failure(
                code: "cannot-listen",
                message: "Port \(port) of \(host) cannot be listened on: \(systemMessage(errno)).",
                hint: "Give an address of this machine, and a port above 1023.", exit: .configuration)
        case .needsTLS(let host):
            Failure(
                code: "needs-tls", message: "\(host) can be reached from other machines, and there is no TLS.",
                hint: "Give a certificate and its key, or listen on 127.0.0.1.", exit: .configuration)
        case .tlsUnusable(let file, let reason):
            Failure(
                code: "tls-unusable", message: "\(file) cannot be used for TLS: \(reason).",
                hint: "Give PEM files: the certificate with its chain, and its key without a passphrase.",
                exit: .configuration)
        case .unknownGroup(let name):
            Failure(
                code: "unknown-group", message: "There is no group \(printable(name)) on this machine.",
                hint: "Make it with `sudo groupadd --system \(printable(name))`, or name another one.",
                exit: .configuration)
        }
    }
}
