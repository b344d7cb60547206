import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension PayfritError {
    /// Translates an error of the layers below.
    init(_ error: any Error) {
        switch error {
        case let error as PayfritError: self = error
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError: self.init(error)
        case let error as NIOConnectionError: self = .unreachable(error.reason)
        case let error as IOError:
            let reason = String(cString: strerror(error.errnoCode))
            // An established connection breaks with these two; all others occur while connecting.
            self = [ECONNRESET, EPIPE].contains(error.errnoCode) ? .interrupted(reason) : .unreachable(reason)
        case is NIOTooManyBytesError: self = .tooLarge(limit: PayfritClient.answerLimit)
        case HTTPParserError.invalidEOFState: self = .interrupted(PayfritError.closed)
        case is HTTPParserError: self = .notJSON
        case is NIOSSLExtraError: self = .untrusted("its certificate is for another name")
        case let error as NIOSSLError: self.init(error)
        default: self = .interrupted("the connection failed (\(type(of: error)))")
        }
    }

    private static let closed = "the connection was closed"

    private init(_ error: HTTPClientError) {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout: self = .unreachable("the server does not answer")
        case .getConnectionFromPoolTimeout: self = .unreachable("no connection is free")
        case .invalidURL, .emptyHost, .emptyScheme:
            self = .badSetting("This is not the URL of a server")
        // Only this side cancels, or closes the client.
        case .cancelled, .requestStreamCancelled, .alreadyShutdown: self = .cancelled
        case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch: self = .interrupted(PayfritError.closed)
        default: self = .interrupted(error.shortDescription)
        }
    }

    private init(_ error: NIOSSLError) {
        guard case .handshakeFailed(let cause) = error else {
            self = .interrupted(PayfritError.closed)
            return
        }
        self =
            String(describing: cause).contains("CERTIFICATE")
            ? .untrusted("its certificate comes from an authority that this machine does not trust")
            : .unreachable("no TLS handshake")
    }
}

extension NIOConnectionError {
    /// System's error message for the last address that was tried.
    fileprivate var reason: String {
        if let failed = connectionErrors.last {
            guard let error = failed.error as? IOError else { return "the server does not answer" }
            return String(cString: strerror(error.errnoCode))
        }
        return dnsAError == nil && dnsAAAAError == nil ? "no address answers" : "the name \(host) is not known"
    }
}
