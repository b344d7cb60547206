import GatewayModel

/// Limits on what a client may use. The default values are those of the product; tests use shorter
/// times.
package struct ServerLimits: Sendable {
    /// Largest body of a request, in bytes.
    package var body = 64 * 1024
    /// Largest body of a provisioning order, in bytes: 1,000 beacons of 350 bytes each, with blanks
    /// and line breaks.
    package var orderBody = 512 * 1024
    /// Largest body with a pattern file, in bytes: a file of 8 MiB, whose quotation marks and line
    /// ends each take one byte more in JSON.
    package var fileBody = 16 * 1024 * 1024
    /// Largest database to restore, in bytes. There is no time limit for the whole upload:
    /// ``bodyTime`` applies to each piece.
    package var databaseBody = 4 * 1024 * 1024 * 1024
    /// Maximum size of a request's header fields together, in bytes.
    package var head = 16 * 1024
    /// Maximum length of a request's path and query, in bytes.
    package var path = 8 * 1024
    /// Longest time from the first byte of a request to the end of its head.
    package var headTime = Duration.seconds(10)
    /// Longest time from the end of a request's head to the end of its body; for a database to
    /// restore, to the next piece.
    package var bodyTime = Duration.seconds(30)
    /// Longest time that a connection may stay open without a request.
    package var idleTime = Duration.seconds(60)
    /// Longest time for which a client may read nothing of what is written to it.
    package var stallTime = Duration.seconds(60)
    /// Silence after which a stream sends a sign of life.
    package var silence = Duration.seconds(15)
    /// Time for requests and streams to end in order when the server stops.
    package var shutdownTime = Duration.milliseconds(800)
    /// Time for which a request continues after its client has closed its side of the connection.
    package var leaveTime = Duration.seconds(1)
    /// Maximum number of connections on each address at a time. On the unix socket, further ones
    /// wait to be accepted. On TCP, only authenticated connections count, and further ones are
    /// refused.
    package var connections = 2_048
    /// Maximum number of TCP connections that have not authenticated yet, in all. Beyond it, the
    /// oldest of the address that has most is closed, unless it is younger than ``strangerGrace``
    /// and there are not twice as many in all. ``strangersOfAddress`` is the limit for one address.
    package var strangers = 1_024
    package var strangersOfAddress = 512
    package var strangerGrace = Duration.seconds(2)
    /// Longest time that a TCP connection may stay open without authenticating; a little longer
    /// than ``headTime``.
    package var strangerTime = Duration.seconds(12)

    package init() {}

    /// - Parameter files: Number of files, including sockets, that this process may have open.
    ///   After the files for strangers and for the rest of the gateway, half of them are for TCP
    ///   and half for the unix socket.
    package init(openFiles files: Int) {
        connections = min(connections, max(64, (files - 2 * strangers - ServerLimits.otherFiles) / 2))
    }

    /// Open files other than connections: the database, ports, connections to other servers.
    private static let otherFiles = 256

    /// Largest body, in bytes, of a request to a target, which may include a query.
    func body(to target: String) -> Int {
        switch target.prefix(while: { $0 != "?" && $0 != "#" }) {
        case "/v1/provisioning/runs": orderBody
        case "/v1/patterns/import", "/v1/patterns/validate": fileBody
        case "/v1/store/restore": databaseBody
        default: body
        }
    }
}
