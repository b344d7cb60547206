import Foundation
import HTTPTypes
import LineFormats

/// An endpoint under `/dev`, by which tests and users add faults and read counts.
struct Control: Sendable {
    let method: HTTPRequest.Method
    var takesBody = false
    let carryOut: @Sendable (Tables, [UInt8]) async throws -> Answer

    static let table: [String: [Control]] = [
        "/dev/faults": [
            Control(method: .post, takesBody: true) { tables, body in
                try await tables.add(Fault(Fields(body)))
                return done
            },
            Control(method: .delete) { tables, _ in
                try await tables.clearFaults()
                return done
            },
        ],
        "/dev/state": [
            Control(method: .get) { tables, _ in
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                return Answer(bytes: Array(try encoder.encode(await tables.state()) + Data("\n".utf8)))
            }
        ],
        "/dev/reset": [
            Control(method: .post) { tables, _ in
                try await tables.reset()
                return done
            }
        ],
    ]

    private static let done = Answer(bytes: Array(#"{"OK":true}"#.utf8))
}

extension Tables {
    func add(_ fault: Fault) async throws { try await write { try fault.add($0) } }

    func clearFaults() async throws { try await write { try Fault.clear($0) } }

    func state() async throws -> BackendState { try await write { try Counting.state($0) } }
}
