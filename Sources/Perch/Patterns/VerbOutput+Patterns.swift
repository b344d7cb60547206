import Failures
import GatewayModel
import LineFormats

extension VerbOutput {
    /// Most near-duplicates that are shown to people; JSON output has all of them.
    private static let shownNotes = 10

    /// Writes patterns as JSON lines or as a table.
    func table(_ patterns: [PatternDescription]) async {
        if isJSON {
            var writer = JSONWriter()
            let now = Timestamp.now
            for pattern in patterns {
                writer.line {
                    $0.envelope("pattern", at: now)
                    $0.fields(pattern)
                }
            }
            await write(writer.take())
            return
        }
        guard !patterns.isEmpty else { return }
        let lines = [PatternDescription.header] + patterns.map(\.row)
        await write(Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    /// Writes notes on near-duplicates.
    ///
    /// - Parameter limit: Most notes for people; nil = the first 10.
    func notes(_ notes: PatternNotes, limit: Int? = nil) async {
        for note in notes.notes { await line("near-duplicate") { $0.fields(note) } }
        let shown = notes.notes.prefix(limit ?? Self.shownNotes)
        for note in shown { await text("Note: " + note.words) }
        if notes.count > shown.count {
            await text("… and \(counted(notes.count - shown.count, "more note")): `perch pattern validate`.")
        }
    }

    /// Writes patterns that were added or changed, and their near-duplicates.
    func changes(_ changes: PatternChanges, _ sentence: (PatternDescription) -> String) async {
        setResult { [count = changes.patterns.count] in $0.field("count", count) }
        if isJSON { await table(changes.patterns) }
        for pattern in changes.patterns { await text(sentence(pattern)) }
        await notes(changes.nearDuplicates)
    }
}
