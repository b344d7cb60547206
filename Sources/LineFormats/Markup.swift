/// Returns text for an element or attribute of XML or HTML. Characters that XML cannot represent
/// become U+FFFD.
///
/// Source: Extensible Markup Language (XML) 1.0, 2.2 and 2.4.
public func markup(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "'": escaped += "&#39;"
        case "\n": escaped += "&#10;"
        case "\t": escaped += "&#9;"
        case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
        default: escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped
}
