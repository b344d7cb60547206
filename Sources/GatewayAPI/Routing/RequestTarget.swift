/// The target of a request.
enum RequestTarget {
    /// Splits a target into path and query, both still percent-encoded. A fragment is dropped.
    static func split(_ target: String) -> (path: String, query: String?) {
        let withoutFragment = target.prefix { $0 != "#" }
        let parts = withoutFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : nil)
    }
}
