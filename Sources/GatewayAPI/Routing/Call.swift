import Hummingbird
import Logging

/// A request that was routed.
struct Call: Sendable {
    let request: Request
    /// Values of the path template's parameters.
    let path: [String: String]
    let query: Query
    /// Nil for a request that did not come over a connection.
    let connection: ClientConnection?
    let origin: ClientConnection.Origin
    /// Session of the console that the request belongs to; nil for clients with the token, on the unix
    /// socket, and of open routes.
    let session: ConsoleSessions.Session?
    let limits: ServerLimits
    let logger: Logger

    /// Returns a parameter of the path. It exists, because the route's template has it.
    func name(_ parameter: String) -> String { path[parameter] ?? "" }

    /// Returns a number in the path.
    func number<Number: FixedWidthInteger>(
        _ parameter: String, _ range: ClosedRange<Number>
    ) throws(RequestError) -> Number {
        guard let number = decimal(name(parameter), as: Number.self), range.contains(number) else {
            throw .invalidParameter(parameter, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

/// Parses digits, with a leading minus if the type is signed; nil for anything else, including a
/// plus.
func decimal<Number: FixedWidthInteger>(_ text: String, as _: Number.Type = Number.self) -> Number? {
    text.hasPrefix("+") ? nil : Number(text)
}
