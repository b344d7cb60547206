import DongleProtocol
import Failures

extension DeviceID {
    /// Sixteen digits, in the order of the line.
    var text: String { hexadecimal(bytes).filter { $0 != " " } }
}
