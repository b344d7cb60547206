import AsyncHTTPClient
import GatewayModel
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension GatewayClient {
    /// Translates an error of the layers below into ``ClientError``, or into `CancellationError`.
    func clientError(_ error: any Error) -> any Error {
        if error is ClientError { return error }
        if error is CancellationError || Task.isCancelled { return CancellationError() }
        switch error {
        case let error as SocketTrust.Fault: return ClientError.untrustedSocket(address, error)
        case let error as HTTPClientError: return clientError(error)
        case let error as NIOConnectionError: return ClientError.unreachable(address, reason: error.reason)
        case let error as IOError:
            let reason = String(cString: strerror(error.errnoCode))
            // These two codes mean that an open connection broke. Any other code comes from
            // connecting.
            return [ECONNRESET, EPIPE].contains(error.errnoCode)
                ? ClientError.interrupted(address, reason: reason) : ClientError.unreachable(address, reason: reason)
        case is NIOTooManyBytesError:
            return ClientError.malformedAnswer(address, what: "more than \(GatewayClient.answerLimit) bytes")
        case let error as ChannelError:
            return ClientError.interrupted(address, reason: String(describing: error))
        case HTTPParserError.invalidEOFState:
            return ClientError.interrupted(address, reason: "it closed the connection")
        case is HTTPParserError:
            return ClientError.malformedAnswer(address, what: "not HTTP")
        case let error as NIOSSLExtraError:
            return ClientError.untrusted(address, reason: error.description)
        case let error as NIOSSLError:
            return clientError(error)
        default:
            return ClientError.interrupted(address, reason: String(describing: error))
        }
    }

    private func clientError(_ error: HTTPClientError) -> any Error {
        switch error {
        case .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout:
            ClientError.timedOut(address)
        case .connectTimeout, .tlsHandshakeTimeout:
            ClientError.unreachable(address, reason: "it does not answer")
        case .cancelled, .requestStreamCancelled, .alreadyShutdown:
            // Only this side cancels requests or closes the client.
            CancellationError()
        case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch:
            ClientError.interrupted(address, reason: "it closed the connection")
        default:
            ClientError.malformedAnswer(address, what: error.shortDescription)
        }
    }

    private func clientError(_ error: NIOSSLError) -> any Error {
        guard case .handshakeFailed(let cause) = error else {
            return ClientError.interrupted(address, reason: String(describing: error))
        }
        let reason = String(describing: cause)
        return reason.contains("CERTIFICATE")
            ? ClientError.untrusted(
                address, reason: "its certificate comes from an authority that this machine does not trust")
            : ClientError.unreachable(address, reason: "no TLS handshake: \(reason)")
    }
}

extension NIOConnectionError {
    /// The system's message for the last address that was tried.
    fileprivate var reason: String {
        if let failed = connectionErrors.last {
            guard let error = failed.error as? IOError else { return String(describing: failed.error) }
            return String(cString: strerror(error.errnoCode))
        }
        return dnsAError == nil && dnsAAAAError == nil ? "no address answers" : "the name \(host) is not known"
    }
}
