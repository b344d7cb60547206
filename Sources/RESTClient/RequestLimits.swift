/// Timeouts of requests.
package struct RequestLimits: Sendable, Hashable {
    /// Longest time for a connection, TLS included.
    package var connect = Duration.seconds(5)
    /// Longest time for one attempt as a whole: connection, request and answer.
    package var request = Duration.seconds(15)

    package init() {}
}
