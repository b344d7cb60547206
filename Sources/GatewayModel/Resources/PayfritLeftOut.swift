/// Rows of the backend's that a list does not have because they cannot be read.
public struct PayfritLeftOut: Codable, Sendable, Hashable {
    public var rows: Int
    /// What is wrong with the first of them.
    public var reason: String

    public init(rows: Int, reason: String) {
        self.rows = rows
        self.reason = reason
    }
}
