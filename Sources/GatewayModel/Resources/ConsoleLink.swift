/// A link that opens the console once: the answer of `POST /v1/console`.
public struct ConsoleLink: Codable, Sendable, Hashable {
    public var url: String
    /// How long it is good.
    public var seconds: Int

    public init(url: String, seconds: Int) {
        self.url = url
        self.seconds = seconds
    }
}
