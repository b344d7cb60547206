import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

private let closed = "the connection was closed"

extension RESTError {
    /// Translates an error of the layers below.
    ///
    /// - Parameter answerLimit: Most bytes of an answer.
    init(_ error: any Error, answerLimit: Int) {
        switch error {
        case let error as Self: self = error
        case is CancellationError: self = Self.cancelled
        case let error as HTTPClientError: self.init(http: error)
        case let error as NIOConnectionError: self = Self.unreachable(error.reason)
        case let error as IOError:
            let reason = String(cString: strerror(error.errnoCode))
            // An established connection breaks with these two; all others occur while connecting.
            self = [ECONNRESET, EPIPE].contains(error.errnoCode) ? Self.interrupted(reason) : Self.unreachable(reason)
        case is NIOTooManyBytesError: self = Self.tooLarge(limit: answerLimit)
        case HTTPParserError.invalidEOFState: self = Self.interrupted(closed)
        case is HTTPParserError: self = Self.notJSON
        case is NIOSSLExtraError: self = Self.untrusted("its certificate is for another name")
        case let error as NIOSSLError: self.init(tls: error)
        default: self = Self.interrupted("the connection failed (\(type(of: error)))")
        }
    }

    private init(http error: HTTPClientError) {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout: self = Self.unreachable("the server does not answer")
        case .getConnectionFromPoolTimeout: self = Self.unreachable("no connection is free")
        case .invalidURL, .emptyHost, .emptyScheme:
            self = Self.badSetting("This is not the URL of a server")
        // Only this side cancels, or closes the client.
        case .cancelled, .requestStreamCancelled, .alreadyShutdown: self = Self.cancelled
        case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch: self = Self.interrupted(closed)
        default: self = Self.interrupted(error.shortDescription)
        }
    }

    private init(tls error: NIOSSLError) {
        guard case .handshakeFailed(let cause) = error else {
            self = Self.interrupted(closed)
            return
        }
        self =
            String(describing: cause).contains("CERTIFICATE")
            ? Self.untrusted("its certificate comes from an authority that this machine does not trust")
            : Self.unreachable("no TLS handshake")
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
