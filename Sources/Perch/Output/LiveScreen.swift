/// Shows lines on the terminal, redrawn in place four times a second.
struct LiveScreen: Sendable {
    let terminal: Terminal
    let output: VerbOutput

    private struct Drawn {
        var lines = 0
        var size: (columns: Int, rows: Int)?
    }

    /// Draws until `body` returns, then once more; later output appears below. The cursor is shown
    /// again on every path.
    ///
    /// - Parameter lines: Returns the lines for a window of that size; called from another task
    ///   than that of `body`.
    func run(
        lines: @escaping @Sendable (_ columns: Int, _ rows: Int) -> [String], while body: () async throws -> Void
    ) async throws {
        if Remarks.haveOneTerminal { Remarks.begin() }
        await output.write(Array("\u{1B}[?25l".utf8))
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await drawUntilCancelled(lines) }
                defer { group.cancelAll() }
                try await body()
            }
        } catch {
            await end()
            throw error
        }
        await end()
    }

    private func end() async {
        await output.write(Array("\u{1B}[?25h".utf8))
        await output.flush()
        Remarks.end()
    }

    private func drawUntilCancelled(_ lines: @Sendable (Int, Int) -> [String]) async {
        var drawn = Drawn()
        while !Task.isCancelled {
            await draw(lines, &drawn)
            // When the sleep is cancelled, the last drawing follows.
            try? await Task.sleep(for: .milliseconds(250))
        }
        await draw(lines, &drawn)
    }

    private func draw(_ lines: (Int, Int) -> [String], _ drawn: inout Drawn) async {
        let size = terminal.size
        let lines = lines(size.columns, size.rows)
        var text = ""
        // After a change of size the position of the old lines is unknown.
        if let old = drawn.size, old != size {
            text += "\u{1B}[H\u{1B}[2J"
        } else if drawn.lines > 0 {
            text += "\u{1B}[\(drawn.lines)A"
        }
        let remarks = Remarks.take()
        // A remark may be wider than the window and wrap, so the old table is erased first.
        if !remarks.isEmpty { text += "\r\u{1B}[J" + remarks.map { $0 + "\r\n" }.joined() }
        text += "\r" + lines.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}[J"
        await output.write(Array(text.utf8))
        drawn = Drawn(lines: lines.count, size: size)
    }
}

extension VerbOutput {
    /// Terminal for lines that are redrawn; nil where JSON is wanted or standard output is no terminal.
    var liveTerminal: Terminal? { isJSON ? nil : Terminal() }

    /// Whether standard output is a terminal with colours.
    var hasColour: Bool { Terminal()?.hasColour ?? false }

    /// Draws lines on the terminal, again and again in the same place, until `body` returns. With
    /// JSON output, or where standard output is no terminal, only `body` runs.
    ///
    /// - Parameter lines: Returns the lines for a window of that size; called from another task
    ///   than that of `body`.
    func live(
        lines: @escaping @Sendable (_ columns: Int, _ rows: Int, _ hasColour: Bool) -> [String],
        while body: () async throws -> Void
    ) async throws {
        guard let terminal = liveTerminal else { return try await body() }
        try await LiveScreen(terminal: terminal, output: self).run(
            lines: { lines($0, $1, terminal.hasColour) }, while: body)
    }
}
