import Advertising
import LineFormats
import Payfrit
import Testing

/// One call of the client, with the expected request and the value expected from the answer.
struct OperationCase: Sendable, CustomTestStringConvertible {
    let generation: APIGeneration
    let method: String
    let path: String
    let hasToken: Bool
    var key: String?
    /// Expected body, word for word; nil = none.
    let body: String?
    let answer: String
    let call: @Sendable (PayfritClient) async throws -> AnySendableHashable
    let expected: AnySendableHashable

    var testDescription: String { path }

    init<Value: Sendable & Hashable>(
        _ generation: APIGeneration, _ path: String, method: String = "POST", token: Bool = true, key: String? = nil,
        sends body: String?, gets answer: String, expecting expected: Value,
        _ call: @escaping @Sendable (PayfritClient) async throws -> Value
    ) {
        self.generation = generation
        self.method = method
        self.path = path
        hasToken = token
        self.key = key
        self.body = body
        self.answer = answer
        self.expected = AnySendableHashable(expected)
        self.call = { AnySendableHashable(try await call($0)) }
    }
}

/// Any value that can be compared.
struct AnySendableHashable: Sendable, Hashable, CustomStringConvertible {
    private let isEqual: @Sendable (Any) -> Bool
    private let value: any (Hashable & Sendable)

    init<Value: Hashable & Sendable>(_ value: Value) {
        self.value = value
        isEqual = { $0 as? Value == value }
    }

    static func == (left: AnySendableHashable, right: AnySendableHashable) -> Bool { left.isEqual(right.value) }
    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    var description: String { "\(value)" }
}

/// Result of an operation without an answer.
struct Nothing: Sendable, Hashable {}

enum Sample {
    static let uuid = ProximityUUID(0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10)
    static let uuidText = "01020304-0506-0708-090A-0B0C0D0E0F10"
    static let identity = BeaconIdentity(uuid: uuid, major: 12, minor: 65_535)
    static let address = BluetoothAddress(0x4887_2D11_0001)

    static let beaconJSON = """
        {"ID":31,"UUID":"\(uuidText)","Name":"Table 1","BusinessID":7,"BusinessName":"Café","IsActive":true,"Major":12,\
        "Minor":65535,"MacAddress":"48:87:2D:11:00:01","ServicePointID":5,"ServicePointName":"Table 1",\
        "LastSeen":null,"Created":"2026-01-05T18:30:00Z","Updated":"2026-01-06T18:30:00Z"}
        """
    static let beacon = Beacon(
        id: 31, uuid: uuid, name: "Table 1", business: 7, businessName: "Café", isActive: true, major: 12,
        minor: 65_535, address: address, servicePoint: 5, servicePointName: "Table 1", lastSeen: nil,
        created: "2026-01-05T18:30:00Z", updated: "2026-01-06T18:30:00Z")

    static let pointJSON = """
        {"ID":5,"BusinessID":7,"Name":"Table 1","TypeID":2,"Code":"T1","SortOrder":10,"IsActive":false,"BeaconID":31,"Minor":3}
        """
    static let point = ServicePoint(
        id: 5, business: 7, name: "Table 1", type: 2, code: "T1", sortOrder: 10, isActive: false, beacon: 31, minor: 3)

    static let businessJSON = #"{"ID":7,"Name":"Café","City":"Wien","ParentBusinessID":3}"#
    static let business = Business(id: 7, name: "Café", city: "Wien", parent: 3)
}
