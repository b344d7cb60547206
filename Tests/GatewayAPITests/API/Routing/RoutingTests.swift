import Advertising
import Foundation
import GatewayModel
import HTTPTypes
import Hummingbird
import TestSupport
import LineFormats
import Testing

@testable import GatewayAPI

@Suite struct RouteTableTests {
    private let table = RouteTable(
        [
            Route(.get, "/") { _ in .done }, Route(.get, "/a") { _ in .done },
            Route(.put, "/a/{name}/b") { _ in .done },
            Route(.delete, "/a/{name}/b") { _ in .done },
        ])

    private func found(_ method: HTTPRequest.Method, _ path: String) throws(RequestError) -> String {
        let (route, parameters) = try table.find(method, path)
        return ([route.template] + parameters.map { "\($0)=\($1)" }).joined(separator: " ")
    }

    @Test("paths are matched whole, and names in them decoded")
    func matches() throws {
        #expect(try found(.get, "/") == "/")
        #expect(try found(.get, "/%61") == "/a")
        #expect(try found(.put, "/a/%2Fdev%2FttyACM0/b") == "/a/{name}/b name=/dev/ttyACM0")
        #expect(try found(.put, "/a/%00/b") == "/a/{name}/b name=\u{0}")
        #expect(try found(.put, "/a/+/b") == "/a/{name}/b name=+")
    }

    @Test(
        "what is not there is not found",
        arguments: ["/b", "/a/", "//a", "/a/x", "/a//b", "/a/x/b/", "a", "", "*", "http://h/a"])
    func unknown(_ path: String) {
        #expect(throws: RequestError.unknownRoute(path: path)) { try found(.get, path) }
    }

    @Test("a path that is there names the methods it takes")
    func wrongMethod() {
        #expect(throws: RequestError.wrongMethod("GET", allowed: ["DELETE", "PUT"])) { try found(.get, "/a/x/b") }
        #expect(throws: RequestError.wrongMethod("HEAD", allowed: ["GET"])) { try found(.head, "/a") }
    }

    @Test("a path that is not percent-encoded UTF-8 is told of", arguments: ["/%", "/%4", "/%zz", "/%ff", "/a/%c3/b"])
    func encoding(_ path: String) {
        #expect(throws: RequestError.notPercentEncoded) { try found(.get, path) }
    }
}

@Suite struct QueryTests {
    private enum Letter: String, Word {
        case x, y, z
    }

    private func query(_ text: String?) throws(RequestError) -> Query {
        try Query(text, known: ["text", "number", "word", "list", "uuid"])
    }

    @Test("values are decoded")
    func values() throws {
        let query = try query("text=a+b%20c%C3%A9&number=-5&list=x,y&list=z&word=active&uuid=180f")
        #expect(try query.text("text", limit: 256) == "a b cé")
        #expect(try query.number("number", -127...20) == -5)
        #expect(try query.choice("word", ["active", "passive"]) == "active")
        #expect(try query.words("list") == [Letter.x, .y, .z])
        #expect(try query.value("uuid") == BluetoothUUID("180f"))
    }

    @Test("no query, an empty one and empty pairs are no values", arguments: [nil, "", "&", "&&"])
    func nothing(_ text: String?) throws {
        let query = try query(text)
        #expect(try query.text("text", limit: 256) == nil)
        #expect(try query.words("list") == ([Letter]?).none)
    }

    @Test("an unknown name is named, with those that are known")
    func unknown() {
        #expect(throws: RequestError.unknownParameter("txet", known: ["text", "number", "word", "list", "uuid"])) {
            try query("txet=1")
        }
    }

    @Test(
        "a number out of range names the parameter and the range",
        arguments: ["", "x", "-128", "21", "+5", "5.0", "0x5", "99999999999999999999", " 5", "５"])
    func numbers(_ text: String) throws {
        let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let query = try query("number=\(encoded)")
        #expect(throws: RequestError.invalidParameter("number", expected: "a number from -127 to 20")) {
            try query.number("number", Int8(-127)...20)
        }
    }

    @Test("what may stand once may not stand twice")
    func twice() throws {
        let query = try query("text=a&text=a")
        #expect(throws: RequestError.repeatedParameter("text")) { try query.text("text", limit: 256) }
    }

    @Test("empty and long texts, other words and broken UUIDs are refused")
    func others() throws {
        let long = String(repeating: "x", count: 257)
        #expect(throws: RequestError.self) { try query("text=").text("text", limit: 256) }
        #expect(throws: RequestError.self) { try query("text=\(long)").text("text", limit: 256) }
        #expect(throws: RequestError.invalidParameter("word", expected: "active or passive")) {
            try query("word=Active").choice("word", ["active", "passive"])
        }
        #expect(throws: RequestError.self) { let _: BluetoothUUID? = try query("uuid=18").value("uuid") }
        #expect(throws: RequestError.invalidParameter("list", expected: "one or more of x, y, z")) {
            let _: [Letter]? = try query("list=x,w").words("list")
        }
        #expect(throws: RequestError.notPercentEncoded) { try query("text=%zz") }
    }
}

@Suite struct RequestParserTests {
    private func error<Object: RequestObject>(_: Object.Type, _ json: String) -> RequestError? {
        do {
            let _: Object = try RequestParser.parse(Data(json.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("a body that is right is read")
    func right() throws {
        let read: ConnectionRequest = try RequestParser.parse(
            Data(#"{"address":"C3:00:00:00:01:01","address_type":"random","timeout_ms":100,"lease_ms":null}"#.utf8))
        #expect(
            read == ConnectionRequest(address: "C3:00:00:00:01:01", addressType: .random, timeoutMs: 100))
    }

    @Test(
        "what is not JSON, or no object, is said to be so",
        arguments: ["", "{", "nope", "{\"alias\":\"a\"", "\u{0}", "{\"alias\":\"\u{1}\"}"])
    func notJSON(_ text: String) {
        guard case .notJSON = error(AliasRequest.self, text) else {
            Issue.record("\(String(describing: error(AliasRequest.self, text)))")
            return
        }
    }

    @Test("what is not JSON is told of with its place")
    func place() {
        #expect(error(AliasRequest.self, #"{"alias" 1}"#) == .notJSON(reason: "invalid value around character 9"))
        #expect(error(AliasRequest.self, "{") == .notJSON(reason: "unexpected end of file during JSON parse"))
    }

    @Test("an array, a text or a number is no object", arguments: ["[]", "\"a\"", "1", "null", "[{\"alias\":\"a\"}]"])
    func notObject(_ text: String) {
        #expect(error(AliasRequest.self, text) == .invalidValue(path: "", expected: "an object"))
    }

    @Test("wrong bytes and deep nesting are refused like any other text")
    func hostile() {
        let deep = String(repeating: "[", count: 20_000)
        #expect(error(AliasRequest.self, deep) != nil)
        #expect(error(AliasRequest.self, "{\"alias\":" + deep) != nil)
        #expect(throws: RequestError.self) { let _: AliasRequest = try RequestParser.parse(Data([0xFF, 0xFE, 0x7B])) }
    }

    @Test("missing, unknown and wrong keys are named")
    func keys() {
        #expect(error(AliasRequest.self, "{}") == .missingKey("alias"))
        #expect(error(AliasRequest.self, #"{"alias":"a","alais":1}"#) == .unknownKey("alais", known: ["alias"]))
        #expect(error(AliasRequest.self, #"{"alias":1}"#) == .invalidValue(path: "alias", expected: "a text"))
        #expect(error(AliasRequest.self, #"{"alias":null}"#) == .invalidValue(path: "alias", expected: "a text"))
        #expect(error(MTURequest.self, #"{"mtu":"1"}"#) == .invalidValue(path: "mtu", expected: "a whole number"))
        #expect(error(RebootOrder.self, #"{"mode":"fast"}"#)?.isInvalid("mode") == true)
        #expect(error(ValueWrite.self, #"{"hex":"","confirmed":"yes"}"#)?.isInvalid("confirmed") == true)
    }

    @Test(
        "values out of their range are named with it",
        arguments: [
            (#"{"mtu":22}"#, "23"), (#"{"mtu":518}"#, "517"), (#"{"mtu":1e40}"#, "number"),
            (#"{"mtu":23.5}"#, "number"),
        ])
    func ranges(_ json: String, _ mentioned: String) {
        guard case .invalidValue("mtu", let expected) = error(MTURequest.self, json) else {
            Issue.record("\(String(describing: error(MTURequest.self, json)))")
            return
        }
        #expect(expected.contains(mentioned))
    }

    @Test("the limits of every body are kept")
    func limits() {
        #expect(error(IdentificationRequest.self, #"{"duration_ms":60001}"#)?.isInvalid("duration_ms") == true)
        #expect(error(IdentificationRequest.self, #"{"duration_ms":-1}"#)?.isInvalid("duration_ms") == true)
        #expect(error(IdentificationRequest.self, #"{"duration_ms":0}"#) == nil)
        #expect(error(AdoptionRequest.self, #"{"port":""}"#)?.isInvalid("port") == true)
        #expect(error(AdoptionRequest.self, #"{"port":"/dev/a\u0000b"}"#)?.isInvalid("port") == true)
        #expect(error(AdoptionRequest.self, #"{"port":"auto","baud":0}"#)?.isInvalid("baud") == true)
        let tooLong = String(repeating: "00", count: 513)
        #expect(error(ValueWrite.self, #"{"hex":"\#(tooLong)"}"#)?.isInvalid("hex") == true)
        #expect(error(ValueWrite.self, #"{"hex":"0"}"#)?.isInvalid("hex") == true)
        #expect(error(ValueWrite.self, #"{"hex":"0g"}"#)?.isInvalid("hex") == true)
        #expect(error(ValueWrite.self, #"{"hex":""}"#) == nil)
        for (key, value) in [
            ("address", #""c3:00""#), ("address_type", #""x""#), ("timeout_ms", "99"), ("timeout_ms", "600001"),
            ("lease_ms", "999"), ("lease_ms", "600001"), ("dongle", #""""#),
        ] {
            let address = key == "address" ? "" : #""address":"c3:00:00:00:01:01","#
            #expect(error(ConnectionRequest.self, "{\(address)\"\(key)\":\(value)}")?.isInvalid(key) == true)
        }
    }
}

extension RequestError {
    fileprivate func isInvalid(_ key: String) -> Bool {
        if case .invalidValue(let path, _) = self { path == key } else { false }
    }
}
