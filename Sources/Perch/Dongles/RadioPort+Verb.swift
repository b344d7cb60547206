import Gateway

extension RadioPort {
    /// Returns the port to open. ^C ends the wait for it, and the bridge.
    ///
    /// - Throws: `RadioError`, ``Failure/interrupted``. The bridge is then not running.
    func chosen(_ output: VerbOutput) async throws -> PortChoice.Chosen {
        do {
            return try await output.abandonable { try await chosen() }
        } catch {
            await stop()
            throw error
        }
    }
}
