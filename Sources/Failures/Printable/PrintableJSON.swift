/// Escapes characters that could move a terminal's cursor or reverse the writing direction. A
/// program that parses the JSON gets the same text.
///
/// - Parameter json: Whole lines. In valid JSON, such characters occur only in strings.
package func printable(json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 >= 0x7F }) else { return json }
    var safe: [UInt8] = []
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
        if scalar == "\n" || isHarmless(scalar) {
            safe += Array(String(scalar).utf8)
        } else {
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                safe += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            }
        }
    }
    return safe
}
