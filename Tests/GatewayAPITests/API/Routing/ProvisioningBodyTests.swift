import Advertising
import Foundation
import GatewayModel
import TestSupport
import Testing

@testable import GatewayAPI

@Suite struct ProvisioningBodyTests {
    private static let item =
        #"{"address":"c3:00:00:00:00:01","name":"Table 1","uuid":"E7B2C0215D074D0B9C20223488C8B012","major":1,"minor":1}"#

    private func error<Object: RequestObject>(_: Object.Type, _ json: String) -> RequestError? {
        do {
            let _: Object = try RequestParser.parse(Data(json.utf8))
            return nil
        } catch {
            return error
        }
    }

    private func order(_ items: String..., fields: String = "") -> RequestError? {
        error(ProvisioningOrder.self, "{\(fields)\"items\":[\(items.joined(separator: ","))]}")
    }

    @Test("an order with everything in it is read")
    func whole() throws {
        let json = #"""
            {"dongle":"d","profile":"cp28","parallel":2,"passwords":["555555"],"replace":true,"search_ms":1000,
             "verify_ms":600000,"items":[{"address":"c3:00:00:00:00:01","address_type":"random","name":"Table 1",
             "uuid":"00000000-0000-0000-0000-00000000000c","major":1,"minor":2,"rssi_at_1m":-60,"interval_ms":100,"tx_power":0}]}
            """#
        let read: ProvisioningOrder = try RequestParser.parse(Data(json.utf8))
        #expect(
            read
                == ProvisioningOrder(
                    dongle: "d", profile: "cp28", parallel: 2, passwords: ["555555"], replace: true, searchMs: 1000,
                    verifyMs: 600_000,
                    items: [
                        ProvisioningItem(
                            address: "c3:00:00:00:00:01", addressType: .random, name: "Table 1",
                            uuid: ProximityUUID(12), major: 1,
                            minor: 2, rssiAt1m: -60, intervalMs: 100, txPower: 0)
                    ]))
    }

    @Test("what is wrong in a list is told with its place there")
    func places() {
        let item = Self.item
        #expect(order(item, item) == nil)
        #expect(order(item, #"{"name":"a"}"#) == .missingKey("items[1].address"))
        #expect(
            order(item, #"{"address":"Table 2"}"#)
                == .invalidValue(path: "items[1].address", expected: "an address such as aa:bb:cc:dd:ee:ff"))
        #expect(
            order(item.replacing("E7B2", with: "E7"))
                == .invalidValue(path: "items[0].uuid", expected: "a UUID of 32 digits, with dashes or without"))
        #expect(
            order(item, item, item.replacing("\"major\":1", with: "\"major\":\"1\""))
                == .invalidValue(path: "items[2].major", expected: "a whole number"))
        #expect(
            order(item, item.replacing("\"minor\":1", with: "\"minor\":1.5"))
                == .invalidValue(path: "items[1].minor", expected: "a whole number"))
        #expect(
            order(item.replacing("\"minor\":1", with: "\"minor\":1e40"))
                == .invalidValue(path: "items[0].minor", expected: "a whole number"))
        #expect(order(item, "7") == .invalidValue(path: "items[1]", expected: "an object"))
        #expect(order("[]") == .invalidValue(path: "items[0]", expected: "an object"))
        #expect(error(ProvisioningOrder.self, #"{"items":{}}"#) == .invalidValue(path: "items", expected: "a list"))
        #expect(error(ProvisioningOrder.self, "{}") == .missingKey("items"))
        guard case .unknownKey("items[1].minr", let known) = order(item, item.replacing("\"minor\"", with: "\"minr\""))
        else {
            Issue.record("\(String(describing: order(item, item.replacing("\"minor\"", with: "\"minr\""))))")
            return
        }
        #expect(known == ProvisioningItem.keys)
    }

    @Test("the limits of an order are kept")
    func limits() {
        let item = Self.item
        for (fields, path) in [
            (#""parallel":0,"#, "parallel"), (#""parallel":17,"#, "parallel"), (#""search_ms":999,"#, "search_ms"),
            (#""verify_ms":600001,"#, "verify_ms"), (#""dongle":"","#, "dongle"), (#""profile":"","#, "profile"),
            (#""passwords":[],"#, "passwords"), (#""passwords":["a",""],"#, "passwords[1]"),
            (#""passwords":["ü"],"#, "passwords[0]"), (#""passwords":["a","b","a"],"#, "passwords[2]"),
            ("\"passwords\":[\(Array(repeating: "\"a\"", count: 17).joined(separator: ","))],", "passwords"),
            ("\"passwords\":[\"\(String(repeating: "p", count: 65))\"],", "passwords[0]"),
        ] {
            guard case .invalidValue(path, _) = order(item, fields: fields) else {
                Issue.record("\(fields): \(String(describing: order(item, fields: fields)))")
                continue
            }
        }
        #expect(order(item, fields: #""passwords":["~ !"],"parallel":16,"#) == nil)
        #expect(order() == .invalidValue(path: "items", expected: "a list of 1 to 1000 entries"))
        let many = Array(repeating: item, count: 1_000)
        #expect(error(ProvisioningOrder.self, "{\"items\":[\(many.joined(separator: ","))]}") == nil)
        let tooMany = (many + [item]).joined(separator: ",")
        #expect(
            error(ProvisioningOrder.self, "{\"items\":[\(tooMany)]}")
                == .invalidValue(path: "items", expected: "a list of 1 to 1000 entries"))
    }

    @Test("a password that is wrong is not told again")
    func secret() {
        let problem = Problem(order(Self.item, fields: #""passwords":["geheim\u0001"],"#) ?? .notHTTP)
        #expect(problem.code == "invalid-value" && !"\(problem)".contains("geheim"))
    }

    @Test("the limits of the other bodies are kept")
    func others() {
        #expect(error(ProvisioningContinuation.self, "{}") == nil)
        #expect(error(ProvisioningContinuation.self, #"{"runs":[1,2],"parallel":null,"replace":true}"#) == nil)
        for (json, path) in [
            (#"{"runs":[]}"#, "runs"), (#"{"runs":["1"]}"#, "runs[0]"), (#"{"runs":[1,1.5]}"#, "runs"),
            (#"{"parallel":17}"#, "parallel"), (#"{"passwords":[""]}"#, "passwords[0]"), (#"{"dongle":""}"#, "dongle"),
            (#"{"verify_ms":1}"#, "verify_ms"), (#"{"replace":1}"#, "replace"),
            (#"{"passwords":["a","a"]}"#, "passwords[1]"),
            ("{\"runs\":[\(Array(repeating: "1", count: 1_001).joined(separator: ","))]}", "runs"),
        ] {
            guard case .invalidValue(path, _) = error(ProvisioningContinuation.self, json) else {
                Issue.record("\(json.prefix(80)): \(String(describing: error(ProvisioningContinuation.self, json)))")
                continue
            }
        }
        let uuids = Array(repeating: "\"00000000-0000-0000-0000-00000000000C\"", count: 64).joined(separator: ",")
        #expect(error(ShardPool.self, "{\"uuids\":[\(uuids)]}") == nil)
        #expect(
            error(ShardPool.self, "{\"uuids\":[\(uuids),\"00000000-0000-0000-0000-00000000000C\"]}")
                == .invalidValue(path: "uuids", expected: "a list of at most 64 entries"))
        #expect(error(ShardPool.self, #"{"uuids":[7]}"#) == .invalidValue(path: "uuids[0]", expected: "a text"))
    }

    @Test("lists in lists, and lists of keys that are none, are refused like any other text")
    func hostile() {
        let deep = String(repeating: #"{"items":["#, count: 20_000)
        #expect(error(ProvisioningOrder.self, deep) != nil)
        let closed = String(repeating: #"{"items":["#, count: 100) + String(repeating: "]}", count: 100)
        guard case .unknownKey("items[0].items", _) = error(ProvisioningOrder.self, closed) else {
            Issue.record("\(String(describing: error(ProvisioningOrder.self, closed)))")
            return
        }
    }
}
