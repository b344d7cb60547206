/// Returns a number with the thing it counts: "1 session", "2 sessions".
///
/// - Parameter plural: Plural; nil = the singular with an "s".
package func counted(_ count: some BinaryInteger, _ singular: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
}
