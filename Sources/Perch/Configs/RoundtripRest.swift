import Failures
import FlockFinder
import GatewayModel

/// What a device does not have again after a roundtrip. Pure.
enum RoundtripRest: Sendable, Hashable {
    /// It holds another config, or it is not known what it holds.
    case config
    /// It holds the same config in other bytes.
    case bytes
    /// It holds its config again, and no longer starts with it.
    case unsaved
    /// It holds its config again. It starts with another one than before.
    case saved

    /// - Parameters:
    ///   - before: Report of a reading before the roundtrip.
    ///   - after: Report of what was done last, which read the device.
    /// - Returns: nil if the device has everything again.
    init?(before: ConfigReport, after: ConfigReport) {
        guard after.heldSha256 != nil, after.held == before.held || after.outcome == .applied else {
            self = .config
            return
        }
        guard after.heldSha256 == before.heldSha256, after.factory == before.factory else {
            self = .bytes
            return
        }
        guard let flash = before.flash, after.flash != flash else { return nil }
        self = flash.startsWithHeld && before.factory != true ? .unsaved : .saved
    }

    /// - Parameter now: Report of what was done last.
    func failure(_ now: ConfigReport, _ device: String) -> Failure {
        let device = printable(device)
        let (message, hint) =
            switch self {
            case .config:
                (
                    "The device did not get its previous config back."
                        + (now.failure.map { " " + printable($0.message) } ?? ""),
                    "Run `perch config restore --device \(device)`. A restart brings back what the device had saved."
                )
            case .bytes:
                (
                    "The device holds its previous config again, but in other bytes.",
                    "Compare `perch config show --raw --device \(device)` with a copy. The firmware spells a config in "
                        + "its own way, or alters it."
                )
            case .unsaved:
                (
                    "The device holds its previous config again, but lost what it had saved: it starts with another one.",
                    "Run `perch config save --device \(device)`."
                )
            case .saved:
                (
                    "The device holds its previous config again, but what it had saved was lost: the roundtrip saved "
                        + "nothing.",
                    "Push the config that the device should start with, then run `perch config save --device \(device)`."
                )
            }
        return Failure(code: "config-not-put-back", message: message, hint: hint, exit: .configuration)
    }
}
