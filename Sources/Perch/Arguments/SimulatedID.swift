import Advertising
import ArgumentParser

/// Id of a simulated dongle: 16 hexadecimal digits, as `perch dongle list` shows it, or up to 8
/// ASCII characters.
struct SimulatedID: ExpressibleByArgument, Sendable, Hashable {
    /// The id, eight bytes.
    let bytes: [UInt8]

    init?(argument: String) {
        let text = Array(argument.utf8)
        if text.count == 16, let bytes = Hexadecimal.bytes(argument) {
            self.bytes = bytes
        } else {
            guard (1...8).contains(text.count), text.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
            bytes = text + Array(repeating: 0, count: 8 - text.count)
        }
    }
}
