import GatewayTestSupport
import GatewayModel
import Testing

@testable import GatewayClient

/// Patterns through the client, against the real server.
@Suite(.timeLimit(.minutes(2))) struct LivePatternTests {
    @Test("patterns are added, found, changed, written to a file and read from it, and removed")
    func life() async throws {
        try await withLiveClient { client in
            let mine = PatternReference(kind: .ssid, pattern: "Ännchen & Söhne/7?", caseSensitive: true)
            let added = try await client.addPattern(
                PatternDefinition(kind: .ssid, pattern: mine.pattern, type: "Mine", caseSensitive: true))
            #expect(added.patterns.map(\.pattern) == [mine.pattern])
            let list = try await client.patterns(deviceType: "Mine", custom: true)
            #expect(list.patterns == added.patterns && list.total == 58)

            let edited = try await client.editPattern(PatternEdit(mine, source: "me & you"))
            #expect(edited.patterns.map(\.source) == ["me & you"])
            let bySource = try await client.patterns(deviceType: "Mine", custom: true, source: "& y")
            #expect(bySource.patterns == edited.patterns)
            let off = try await client.switchPatterns(PatternSwitch(enabled: false, patterns: [mine]))
            #expect(off.patterns.map(\.enabled) == [false])
            let matches = try await client.matchPatterns(PatternQuestion(ssid: mine.pattern)).matches
            #expect(matches.map(\.pattern.enabled) == [false])

            let file = try await client.exportPatterns(format: .csv, enabled: false)
            #expect(file.count == 31 && file.text.contains("Ännchen & Söhne/7?"))
            try await client.removePatterns(PatternSelection(patterns: [mine]))
            let plan = try await client.importPatterns(PatternImportOrder(text: file.text, dryRun: true))
            #expect(plan.added == 1 && plan.unchanged == 30)
            let done = try await client.importPatterns(PatternImportOrder(text: file.text))
            #expect(done.added == 1)
            let valid = try await client.validatePatterns(PatternValidationOrder())
            #expect(valid.kinds.first { $0.kind == .ssid }?.count == 14)
            let reset = try await client.resetPatterns(PatternReset(sets: ["sourced"]))
            #expect(reset.sets.map(\.added) == [22])
        }
    }

    @Test("what is refused keeps its code on the way")
    func refused() async throws {
        try await withLiveClient { client in
            await #expect {
                _ = try await client.addPattern(PatternDefinition(kind: .mac, pattern: "b4", type: "x"))
            } throws: { error in
                guard case ClientError.problem(let problem) = error else { return false }
                return problem.code == "bad-address-prefix" && problem.exitCode == 65 && problem.outcome == .notDone
            }
        }
    }
}
