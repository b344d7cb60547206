/// One of the values of a beacon that names them itself.
public struct BeaconMeasurement: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        /// A number in units of 10⁻ᵈᵉᶜⁱᵐᵃˡˢ; `decimals` is 0...9.
        case number(Int64, decimals: Int)
        case flag(Bool)
        case text(String)
    }

    /// Lowercase words joined by underscores. A beacon may have several values of one name.
    public let name: String
    public let value: Value
    /// Nil for a value without one.
    public let unit: String?

    /// Text for people, such as `temperature 27.8 °C` or `motion: yes`.
    var text: String {
        let unit = unit.map { $0 == "°" ? $0 : " \($0)" } ?? ""
        return switch value {
        case .number(let number, let decimals): "\(name) \(BeaconMeasurement.text(number, decimals))\(unit)"
        case .flag(let isSet): "\(name): \(isSet ? "yes" : "no")"
        case .text(let text): "\(name): \(text)"
        }
    }

    /// The number without zeros at the end of its decimals.
    private static func text(_ number: Int64, _ decimals: Int) -> String {
        var digits = String(number.magnitude)
        if digits.count <= decimals { digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits }
        var fraction = digits.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        return (number < 0 ? "-" : "") + digits.dropLast(decimals) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
