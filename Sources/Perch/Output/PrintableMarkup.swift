import Failures
import LineFormats

/// Returns any text for XML or HTML, with control characters as ``printable(_:)`` shows them.
func printableMarkup(_ text: String) -> String { markup(printable(text)) }
