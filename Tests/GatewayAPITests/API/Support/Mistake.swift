import GatewayModel
import Testing

@testable import GatewayAPI

/// A request that is refused, and the expected refusal.
struct Mistake: Sendable, CustomTestStringConvertible {
    let method: String
    let target: String
    var json: String?
    var headers: [(String, String)] = []
    let status: Int
    let code: String
    var mentions = ""

    init(
        _ method: String, _ target: String, json: String? = nil, headers: [(String, String)] = [], _ status: Int,
        _ code: String, _ mentions: String = ""
    ) {
        self.method = method
        self.target = target
        self.json = json
        self.headers = headers
        self.status = status
        self.code = code
        self.mentions = mentions
    }

    var testDescription: String { "\(method) \(target) \(json ?? "")" }

    /// Sends the request, and checks that it is refused as expected.
    func check(_ ask: Asker) async throws {
        // Of two header fields with the same name the test must send only one.
        let type = headers.isEmpty ? json : nil
        let answer =
            type == nil && json != nil
            ? try await ask.send(method, target, headers, json.map { Array($0.utf8) })
            : try await ask(method, target, headers: headers, json: json)
        let problem = try? answer.object(Problem.self)
        #expect(answer.status == status, "\(testDescription): \(answer.text)")
        #expect(answer.headers["content-type"] == Problem.mediaType, "\(testDescription)")
        #expect(problem?.code == code && problem?.status == status, "\(answer.text)")
        let words = (problem?.detail ?? "") + (problem?.hint ?? "")
        #expect(mentions.isEmpty || words.contains(mentions), "\(testDescription): \(words)")
        if status == 405 { #expect(answer.headers["allow"]?.isEmpty == false) }
    }
}
