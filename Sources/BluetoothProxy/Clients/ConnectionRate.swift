/// New connections of each address in the last minute. Pure.
struct ConnectionRate: Sendable {
    /// Addresses remembered at a time; a further one forgets the rest, which only allows them more.
    private static let addressLimit = 1_024
    private static let span = Duration.seconds(60)

    private struct Window: Sendable {
        var start: Duration
        var count: Int
    }

    private let limit: Int
    private var windows: [String: Window] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a connection. Returns whether it is within the limit.
    mutating func admit(_ address: String, at now: Duration) -> Bool {
        var window = windows[address] ?? Window(start: now, count: 0)
        if now - window.start >= Self.span { window = Window(start: now, count: 0) }
        window.count += 1
        if windows[address] == nil, windows.count >= Self.addressLimit {
            windows = windows.filter { now - $0.value.start < Self.span }
            if windows.count >= Self.addressLimit { windows = [:] }
        }
        windows[address] = window
        return window.count <= limit
    }
}
