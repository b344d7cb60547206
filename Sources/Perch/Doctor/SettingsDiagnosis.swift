import Failures
import Settings

/// Checks whether the settings can be used.
struct SettingsDiagnosis {
    /// - Returns: The findings, and the settings where they can be used.
    static func findings(_ sources: SettingsSources) -> ([DoctorFinding], Settings?) {
        do {
            let effective = try sources.load()
            let set = effective.entries.filter { $0.origin != .standard }
            let cause =
                set.isEmpty
                ? "Nothing is set; the defaults apply."
                : "Valid; set: \(set.map(\.key.path).joined(separator: ", "))."
            let remarks = effective.remarks.map {
                DoctorFinding.warning(
                    "settings", "\(printable($0.place)): \(printable($0.message)).",
                    next: "Correct or remove the name, then run `perch settings check`.")
            }
            return ([.ok("settings", cause)] + remarks, effective.settings)
        } catch .invalid(let wrong) {
            let findings = wrong.map {
                DoctorFinding.problem(
                    "settings", "\(printable($0.place)): \(printable($0.message)).",
                    next: "Fix this, then run `perch settings check`.", exit: .configuration)
            }
            return (findings, nil)
        } catch {
            return ([.problem("settings", error)], nil)
        }
    }
}
