import GatewayModel

extension VerbOutput {
    /// Writes a region's change as a JSON line. The field `simulated` is left out where the output
    /// marks every line anyway.
    func line(_ change: RegionLine) async {
        var change = change
        if isSimulated { change.simulated = nil }
        await line("region", at: change.ts) { [change] in $0.fields(change) }
    }
}
