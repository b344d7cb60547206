import CP28
import FlockFinder
import Foundation
import Gateway
import GatewayModel
import Logging
import Store
import Testing

@testable import GatewayAPI

@Suite struct DocumentTests {
    private let lines = String(decoding: ServedFile.openAPI, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)

    private var routes: [Route] {
        get throws { try GatewayAPI.unserved().routes }
    }

    /// Lines of each operation, by method and path, found by their indentation.
    private var operations: [String: [String]] {
        var operations: [String: [String]] = [:]
        var path = ""
        var current: String?
        for line in lines.drop(while: { $0 != "paths:" }).dropFirst().prefix(while: { $0.hasPrefix("  ") }) {
            if line.hasPrefix("  /") {
                path = line.dropFirst(2).trimmingCharacters(in: [":"])
                current = nil
            } else if line.hasPrefix("    "), !line.hasPrefix("     ") {
                let key = line.dropFirst(4).trimmingCharacters(in: [":"])
                current = key == "parameters" ? nil : "\(key.uppercased()) \(path)"
                if let current { operations[current] = [] }
            } else if let current {
                operations[current]?.append(line)
            }
        }
        return operations
    }

    @Test("every route is described, and nothing else is")
    func routesAndDocument() throws {
        let described = Set(operations.keys)
        let served = Set(try routes.map { "\($0.method.rawValue) \($0.template)" })
        #expect(served.subtracting(described).isEmpty)
        #expect(described.subtracting(served).isEmpty)
        #expect(served.count == (try routes.count))
    }

    @Test("no two paths match the same request")
    func overlaps() throws {
        let paths = Set(try routes.map(\.template)).map { $0.split(separator: "/") }
        for (place, path) in paths.enumerated() {
            for other in paths[(place + 1)...] where other.count == path.count {
                let differs = zip(path, other).contains { $0 != $1 && !$0.hasPrefix("{") && !$1.hasPrefix("{") }
                #expect(differs, "\(path) and \(other)")
            }
        }
    }

    /// Name and place of a parameter that stands under `components`.
    private func sharedParameter(_ name: String) -> (name: String, place: String)? {
        lines.firstIndex(of: "    \(name):").map { (lines[$0 + 1], lines[$0 + 2]) }
    }

    @Test("every parameter of a query is described, and no other")
    func parameters() throws {
        for route in try routes {
            let operation = operations["\(route.method.rawValue) \(route.template)"] ?? []
            var found = Array(zip(operation, operation.dropFirst()))
            for line in operation {
                guard let reference = line.firstMatch(of: /- \$ref: '#\/components\/parameters\/(\w+)'/) else {
                    continue
                }
                found.append(try #require(sharedParameter(String(reference.1)), "\(line)"))
            }
            let names = found.filter { $0.1.hasSuffix("in: query") }.map {
                $0.0.trimmingCharacters(in: .whitespaces.union(["-"])).replacing("name: ", with: "")
            }
            #expect(names.sorted() == route.query.sorted(), "\(route.template)")
        }
    }

    @Test("what needs no token says so, and the rest can be refused")
    func security() throws {
        for route in try routes {
            let operation = operations["\(route.method.rawValue) \(route.template)"] ?? []
            let isOpen = operation.contains("      security: []")
            #expect(isOpen == (route.access != .guarded), "\(route.template)")
            #expect(operation.contains { $0.contains("\"401\"") } == (!isOpen || route.template == "/console"))
        }
    }

    @Test("limits that a service has, too, are those of the document")
    func limits() {
        let (passwords, length) = BeaconProfile.passwordLimits
        let limits = [
            "items: { type: array, minItems: 1, maxItems: \(ProvisioningService.itemLimit), ",
            "uuids: { type: array, maxItems: \(ProvisioningService.shardLimit), ",
            "minItems: \(passwords.lowerBound), maxItems: \(passwords.upperBound), uniqueItems: true, "
                + "items: { type: string, pattern: '^[\\x20-\\x7E]{\(length.lowerBound),\(length.upperBound)}$'",
            "ssid: { type: [string, \"null\"], minLength: 1, maxLength: \(Pattern.ssidLimit)",
            "name: { type: [string, \"null\"], minLength: 1, maxLength: \(Pattern.nameLimit)",
        ]
        for limit in limits {
            #expect(lines.contains { $0.contains(limit) }, "\(limit)")
        }
    }

    @Test("bodies that may be longer than others are those of operations")
    func longBodies() throws {
        let usual = ServerLimits().body(to: "/v1/regions")
        let long = try routes.filter { ServerLimits().body(to: $0.template) != usual }
        #expect(
            long.map { "\($0.method.rawValue) \($0.template)" }.sorted() == [
                "GET /v1/provisioning/runs", "POST /v1/patterns/import", "POST /v1/patterns/validate",
                "POST /v1/provisioning/runs", "POST /v1/store/restore",
            ])
    }

    @Test("the document describes this version of the API")
    func version() {
        #expect(lines.contains("  version: \"\(APIVersion.current)\""))
    }
}
