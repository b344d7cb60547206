import Hummingbird
import Logging

/// A request on its way through a route.
struct Call: Sendable {
    let request: Request
    /// What stands in the path for the template's parameters.
    let path: [String: String]
    let query: Query
    /// Nil for a request that did not come over a connection.
    let connection: ClientConnection?
    let origin: ClientConnection.Origin
    let limits: ServerLimits
    let logger: Logger

    /// A parameter of the path. The route's template has it, so it is there.
    func name(_ parameter: String) -> String { path[parameter] ?? "" }

    /// A number in the path.
    func number<Number: FixedWidthInteger>(
        _ parameter: String, _ range: ClosedRange<Number>
    ) throws(RequestError) -> Number {
        guard let number = decimal(name(parameter), as: Number.self), range.contains(number) else {
            throw .invalidParameter(parameter, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

/// Reads digits, with a minus in front where the type has one; nil for anything else, also for a plus.
func decimal<Number: FixedWidthInteger>(_ text: String, as _: Number.Type = Number.self) -> Number? {
    text.hasPrefix("+") ? nil : Number(text)
}
