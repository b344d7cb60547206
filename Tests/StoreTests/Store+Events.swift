import Store

extension Store {
    @discardableResult
    func append(
        _ title: String = "A title", kind: String = "info", at seconds: Double = 0, dongle: String? = nil
    ) async throws(StoreError) -> Int64 {
        try await events.append(
            kind: kind, level: "info", title: title, detail: "", dongle: dongle, isSimulated: false,
            microsecondsSince1970: Int64(seconds * 1_000_000))
    }

    func ids() async throws(StoreError) -> [Int64] {
        try await events.list(after: nil, kinds: nil, limit: 10_000).map(\.id)
    }

    func see(_ id: String, at microseconds: Int64 = 0) async throws(StoreError) {
        _ = try await dongles.saw(
            id: id, port: "/dev/ttyACM0", firmware: nil, isSimulated: false, microsecondsSince1970: microseconds)
    }
}
