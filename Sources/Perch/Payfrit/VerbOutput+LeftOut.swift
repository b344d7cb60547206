import Failures
import GatewayModel

extension VerbOutput {
    /// Reports the rows that are missing from a list of the backend.
    func leftOut(_ leftOut: PayfritLeftOut?) async throws {
        guard let leftOut else { return }
        try await line("left-out", of: leftOut)
        await text(leftOut.words)
    }
}

extension PayfritLeftOut {
    /// The line below the list.
    var words: String {
        let what = rows == 1 ? "1 row cannot be read and is" : "\(rows) rows cannot be read and are"
        return printable("! \(what) left out: \(reason)")
    }
}
