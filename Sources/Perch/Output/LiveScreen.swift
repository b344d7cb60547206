/// Keeps lines on the terminal, redrawn in place four times a second.
struct LiveScreen: Sendable {
    let terminal: Terminal
    let output: VerbOutput

    private struct Drawn {
        var lines = 0
        var size: (columns: Int, rows: Int)?
    }

    /// Draws until `body` returns, then once more. The cursor comes back on every path.
    ///
    /// - Parameter lines: What to show in a window of that size; called from another task than `body` runs in.
    func run(
        lines: @escaping @Sendable (_ columns: Int, _ rows: Int) -> [String], while body: () async throws -> Void
    ) async throws {
        let show = Array("\u{1B}[?25h".utf8)
        await output.write(Array("\u{1B}[?25l".utf8))
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await drawUntilCancelled(lines) }
                defer { group.cancelAll() }
                try await body()
            }
        } catch {
            await output.write(show)
            throw error
        }
        await output.write(show)
    }

    private func drawUntilCancelled(_ lines: @Sendable (Int, Int) -> [String]) async {
        var drawn = Drawn()
        while !Task.isCancelled {
            await draw(lines, &drawn)
            // Cancelled: the last drawing follows.
            try? await Task.sleep(for: .milliseconds(250))
        }
        await draw(lines, &drawn)
    }

    private func draw(_ lines: (Int, Int) -> [String], _ drawn: inout Drawn) async {
        let size = terminal.size
        let lines = lines(size.columns, size.rows)
        var text = ""
        // After a change of size nobody knows where the old lines are.
        if let old = drawn.size, old != size {
            text += "\u{1B}[H\u{1B}[2J"
        } else if drawn.lines > 0 {
            text += "\u{1B}[\(drawn.lines)A"
        }
        text += "\r" + lines.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}[J"
        await output.write(Array(text.utf8))
        drawn = Drawn(lines: lines.count, size: size)
    }
}
