import AsyncHTTPClient
import DevBackend
import LineFormats
import NIOCore
import NIOHTTP1
import Testing

/// A client that asks a development server over HTTP.
struct BackendClient: Sendable {
    /// Answer to a request.
    struct Answer: Sendable {
        let status: UInt
        let headers: HTTPHeaders
        let text: String

        var json: JSONValue { (try? JSONValue(parsing: text.utf8)) ?? .null }
        var isOK: Bool { json["OK"] == .bool(true) }
        var error: String { json["ERROR"]?.text ?? "" }

        subscript(_ key: String) -> JSONValue { json[key] ?? .null }
    }

    let backend: DevBackend
    /// URL of the API.
    let url: String
    var http = HTTPClient.shared
    var token: String?
    var headers: [(String, String)] = []

    /// Serves while `body` runs, and passes `body` a client without a token.
    static func with<Value: Sendable>(
        _ change: (inout DevBackend.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (BackendClient) async throws -> Value
    ) async throws -> Value {
        var configuration = DevBackend.Configuration()
        change(&configuration)
        let backend = try DevBackend(configuration)
        return try await backend.serving { url in try await body(BackendClient(backend: backend, url: url)) }
    }

    /// As ``with(_:_:)``, with a client that is logged in as the user of every business.
    static func loggedIn<Value: Sendable>(
        _ change: (inout DevBackend.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (BackendClient) async throws -> Value
    ) async throws -> Value {
        try await with(change) { try await body($0.loggedIn(as: "+15550100")) }
    }

    func loggedIn(as phone: String) async throws -> BackendClient {
        let answer = try await post("/auth/verifyLoginOTP.php", #"{"Phone":"\#(phone)","OTP":"123456"}"#)
        let token: String = try #require(answer["Token"].text)
        var client = self
        client.token = token
        return client
    }

    func with(_ name: String, _ value: String) -> BackendClient {
        var client = self
        client.headers.append((name, value))
        return client
    }

    func post(_ path: String, _ json: String = "{}") async throws -> Answer {
        try await send(.POST, url + path, Array(json.utf8))
    }

    func get(_ path: String) async throws -> Answer { try await send(.GET, url + path) }

    /// Sends a request to an endpoint outside the API.
    func control(_ method: HTTPMethod, _ path: String, _ json: String? = nil) async throws -> Answer {
        try await send(method, String(url.dropLast(4)) + path, json.map { Array($0.utf8) })
    }

    func send(_ method: HTTPMethod, _ url: String, _ body: [UInt8]? = nil) async throws -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = method
        if let token { request.headers.add(name: "X-User-Token", value: token) }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body {
            if headers.first(name: "Content-Type") == nil {
                request.headers.add(name: "Content-Type", value: "application/json")
            }
            request.body = .bytes(body)
        }
        let response = try await http.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 16 * 1024 * 1024)
        return Answer(
            status: response.status.code, headers: response.headers, text: String(buffer: bytes))
    }
}

extension [(String, String)] {
    fileprivate func first(name: String) -> String? { first { $0.0 == name }?.1 }
}

extension BackendClient {
    /// Returns the identity of a service point as members of a JSON body; allocates the identity if
    /// it has none yet.
    func identity(of point: Int, business: Int) async throws -> String {
        let answer = try await post(
            "/beacon-sharding/get_beacon_config.php", #"{"BusinessID":\#(business),"ServicePointID":\#(point)}"#)
        let config = answer["Config"]
        let (uuid, major, minor) = (config["UUID"]?.text, config["Major"]?.integer, config["Minor"]?.integer)
        return try #""UUID":"\#(#require(uuid))","Major":\#(#require(major)),"Minor":\#(#require(minor))"#
    }

    func register(_ identity: String, at point: Int, business: Int, mac: String) async throws -> Answer {
        try await post(
            "/beacon-sharding/register_beacon_hardware.php",
            #"{"BusinessID":\#(business),"ServicePointID":\#(point),"MacAddress":"\#(mac)",\#(identity)}"#)
    }

    /// Makes a beacon by `/beacons/save.php`, and returns its ID.
    func save(_ name: String, uuid: String, business: Int = 1) async throws -> Int {
        let answer = try await post(
            "/beacons/save.php", #"{"BusinessID":\#(business),"Name":"\#(name)","UUID":"\#(uuid)"}"#)
        return try #require(answer["Beacon"]["ID"]?.integer, "\(answer.text)")
    }

    func servicePoints(of business: Int) async throws -> [JSONValue] {
        try await post("/servicepoints/list.php", #"{"BusinessID":\#(business)}"#)["ServicePoints"].elements ?? []
    }
}

/// Returns one of many UUIDs, which differ in their last digits.
func testUUID(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "6B1D0C5E-7A43-4F20-9C11-" + String(repeating: "0", count: 12 - digits.count) + digits
}
