import GatewayModel

/// What a client may cost the gateway. The values are the product's; tests make them shorter.
package struct ServerLimits: Sendable {
    /// Bytes of a request's body.
    package var body = 64 * 1024
    /// Bytes of the body of an order to provision: 1,000 beacons, of 350 bytes each with blanks and line breaks.
    package var orderBody = 512 * 1024
    /// Bytes of the body with a file of patterns: 8 MiB, in which each quotation mark and line end takes one more.
    package var fileBody = 16 * 1024 * 1024
    /// Bytes of a database to restore. Nobody waits for the whole of it within a time: each piece has ``bodyTime``.
    package var databaseBody = 4 * 1024 * 1024 * 1024
    /// Bytes of a request's header fields together.
    package var head = 16 * 1024
    /// Bytes of a request's path and query.
    package var path = 8 * 1024
    /// From a request's first byte to the end of its head.
    package var headTime = Duration.seconds(10)
    /// From the end of a request's head to the end of its body; of a database to restore, to the next of its bytes.
    package var bodyTime = Duration.seconds(30)
    /// How long a connection may stay open without a request.
    package var idleTime = Duration.seconds(60)
    /// How long a client may take nothing of what is written to it.
    package var stallTime = Duration.seconds(60)
    /// Silence after which a stream says that the gateway lives.
    package var silence = Duration.seconds(15)
    /// What requests and streams get to end in order when the server stops.
    package var shutdownTime = Duration.milliseconds(800)
    /// How long a request goes on for a client that has closed its side of the connection.
    package var leaveTime = Duration.seconds(1)
    /// Connections on each address at a time: on the unix socket more wait to be accepted, on TCP they are those that have shown
    /// who they are, and more are refused.
    package var connections = 2_048
    /// Connections over TCP, in all and of one address, that have not shown yet who they are. For each beyond them, the oldest
    /// one of the address that has most goes, unless it has just come and there are not twice as many in all.
    package var strangers = 1_024
    package var strangersOfAddress = 512
    package var strangerGrace = Duration.seconds(2)
    /// How long a connection over TCP may be open without showing who it is; a little longer than a head may take.
    package var strangerTime = Duration.seconds(12)

    package init() {}

    /// - Parameter files: How many files, sockets among them, this process may have open. Half of what strangers and the rest
    ///   of the gateway leave is for TCP, half for the unix socket.
    package init(openFiles files: Int) {
        connections = min(connections, max(64, (files - 2 * strangers - ServerLimits.otherFiles) / 2))
    }

    /// The database, ports, other servers.
    private static let otherFiles = 256

    /// Bytes of the body of a request for a target, which may have a query.
    func body(to target: String) -> Int {
        switch target.prefix(while: { $0 != "?" && $0 != "#" }) {
        case "/v1/provisioning/runs": orderBody
        case "/v1/patterns/import", "/v1/patterns/validate": fileBody
        case "/v1/store/restore": databaseBody
        default: body
        }
    }
}
