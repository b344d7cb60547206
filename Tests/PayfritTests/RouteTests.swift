import TestSupport
import Foundation
import LineFormats
import NIOHTTP1
import Testing

@testable import Payfrit

@Suite struct RouteTests {
    private let document: PayfritDocument

    init() throws {
        document = try PayfritDocument()
    }

    @Test("every route is in the document, with its method and what it needs", arguments: APIGeneration.allCases)
    func routes(generation: APIGeneration) throws {
        for route in PayfritOperation.allCases.compactMap({ generation.route(of: $0) }) {
            let path = try #require(document.paths[route.path], "\(route.path) is not in the document")
            #expect(path.method == route.method.rawValue.lowercased(), "\(route.path)")
            #expect(path.needsToken == route.needsToken, "\(route.path)")
            #expect(route.path.hasSuffix(".\(generation.rawValue)"))
        }
    }

    @Test("every path of the document is a route of one generation")
    func document28() {
        let routes = APIGeneration.allCases.flatMap { generation in
            PayfritOperation.allCases.compactMap { generation.route(of: $0)?.path }
        }
        #expect(Set(document.paths.keys) == Set(routes))
        #expect(document.paths.keys.filter { $0.hasSuffix(".php") }.count == 18)
        #expect(document.paths.keys.filter { $0.hasSuffix(".cfm") }.count == 10)
    }

    @Test("what is sent has the keys that the document wants, and no other", arguments: OperationCase.all)
    func bodies(_ each: OperationCase) throws {
        let path = try #require(document.paths[each.path])
        guard let body = each.body, let name = path.requestSchema else { return }
        let schema = try #require(document.schemas[name])
        let keys = Set(try #require(JSONValue(parsing: body.utf8).members).map(\.name))
        #expect(keys.isSubset(of: schema.properties), "\(name)")
        #expect(keys.isSuperset(of: schema.required), "\(name)")
        #expect(path.takesKey || each.key == nil)
    }

    @Test("both generations have all that the walkthrough wants")
    func both() {
        let both: [PayfritOperation] = [
            .listBusinesses, .getBusiness, .listServicePoints, .assignBeacon, .listBeacons, .getBeacon, .createBeacon,
            .updateBeacon, .deleteBeacon,
        ]
        for operation in both {
            #expect(APIGeneration.php.route(of: operation) != nil)
            #expect(APIGeneration.cfm.route(of: operation) != nil)
        }
    }

    @Test("nothing that makes something new, or changes what a repetition is answered, is sent twice")
    func idempotent() {
        let once: [PayfritOperation] = [
            .sendOTP, .verifyOTP, .createServicePoint, .registerHardware, .verifyBroadcast, .createBeacon,
        ]
        for operation in PayfritOperation.allCases {
            if let route = APIGeneration.php.route(of: operation) {
                #expect(route.isIdempotent == !once.contains(operation), "\(operation)")
            }
            if let route = APIGeneration.cfm.route(of: operation) {
                let isOnce = [.login, .createBeacon, .deleteBeacon].contains(operation)
                #expect(route.isIdempotent == !isOnce, "\(operation)")
            }
        }
    }
}

/// The parts of `docs/payfrit-api.yaml` that the tests need, read by their layout.
struct PayfritDocument {
    struct Path {
        var method = ""
        var needsToken = true
        var takesKey = false
        var requestSchema: String?
    }

    struct Schema {
        var properties: Set<String> = []
        var required: Set<String> = []
    }

    private(set) var paths: [String: Path] = [:]
    private(set) var schemas: [String: Schema] = [:]

    init() throws {
        let file = Checkout.file("docs/payfrit-api.yaml")
        var section = ""
        var path = ""
        var schema = ""
        var isInRequest = false
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let depth = line.prefix { $0 == " " }.count
            let text = line.dropFirst(depth)
            if depth == 0 { section = String(text) }
            if depth == 2, section == "components:" || section == "schemas" {
                section = text == "schemas:" ? "schemas" : "components:"
            }
            switch (section, depth) {
            case ("paths:", 2):
                path = String(text.dropLast())
                paths[path] = Path()
            case ("paths:", 4): paths[path]?.method = String(text.dropLast())
            case ("paths:", 6...):
                if depth == 6 { isInRequest = text.hasPrefix("requestBody:") }
                if text == "security: []" { paths[path]?.needsToken = false }
                if text.contains("parameters/IdempotencyKey") { paths[path]?.takesKey = true }
                if isInRequest, let name = text.firstMatch(of: /schemas\/(\w+)/)?.1 {
                    paths[path]?.requestSchema = String(name)
                }
            case ("schemas", 4): schema = String(text.prefix { $0 != ":" })
            case ("schemas", 6):
                if let list = text.firstMatch(of: /^required: \[(.*)\]/)?.1 {
                    let names = list.split(separator: ", ").map(String.init)
                    schemas[schema, default: Schema()].required = Set(names)
                }
                if let name = text.firstMatch(of: /^properties: \{ (\w+):/)?.1 {
                    schemas[schema, default: Schema()].properties.insert(String(name))
                }
            case ("schemas", 8):
                schemas[schema, default: Schema()].properties.insert(String(text.prefix { $0 != ":" }))
            default: break
            }
        }
    }
}
