import Failures
import Foundation
import GatewayModel
import Glibc
import Store

/// Checks whether the database can be used.
struct StoreDiagnosis {
    /// Least free space on the disk, in bytes: enough for years of events.
    private static let roomNeeded: UInt64 = 16 << 20

    /// - Parameters:
    ///   - path: Path of the database of this user's gateway.
    ///   - gateways: The running gateways.
    static func findings(path: String, gateways: [GatewayStatus]) -> [DoctorFinding] {
        let check = "store \(path)"
        if let gateway = gateways.first(where: { $0.store.path == path }) {
            return [recording(gateway, check: check)] + room(path, check: check)
        }
        guard access(path, F_OK) == 0 else { return missing(path, check: check) + room(path, check: check) }
        do {
            let seen = try Store.inspect(path: path)
            if seen.isOwned {
                let who = seen.owner.map { "process \($0)" } ?? "another process"
                return [
                    .problem(
                        check, "Valid, but in use by \(who), which serves no socket here.",
                        next: "End that process, or name its gateway with --gateway.", exit: .temporary)
                ]
            }
            return [.ok(check, "Valid, \(seen.schema.map { "at \"\($0)\"" } ?? "empty"), not in use.")]
                + room(path, check: check)
        } catch {
            return [.problem(check, error)]
        }
    }

    private static func recording(_ gateway: GatewayStatus, check: String) -> DoctorFinding {
        guard !gateway.store.recording else {
            return .ok(
                check, "The gateway (pid \(gateway.pid)) records in it; \(counted(gateway.store.events, "event")).")
        }
        let error = gateway.store.error
        return .problem(
            check, "The gateway does not record: \(printable(error?.message ?? "it does not say why"))",
            next: printable(error?.hint ?? "See `perch status`."), exit: .inputOutput)
    }

    /// Checks that the database can be created: the nearest existing folder above it must be
    /// writable.
    private static func missing(_ path: String, check: String) -> [DoctorFinding] {
        let folder = nearestFolder(of: path)
        guard access(folder, W_OK) == 0 else {
            return [
                .problem(
                    check, "There is no database yet, and this user may not create one in \(folder).",
                    next: "Choose another folder with `store.folder`, or run the gateway as a service.",
                    exit: .permission)
            ]
        }
        return [.ok(check, "There is no database yet; the first gateway creates it.")]
    }

    private static func room(_ path: String, check: String) -> [DoctorFinding] {
        var disk = statvfs()
        let folder = nearestFolder(of: path)
        guard statvfs(folder, &disk) == 0 else { return [] }
        let free = UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
        guard free < roomNeeded else { return [] }
        return [
            .warning(
                "disk of \(folder)", "Only \(free >> 10) KiB are free.",
                next: "Make room; while the disk is full nothing is recorded.")
        ]
    }

    private static func nearestFolder(of path: String) -> String {
        var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        while folder.path != "/" && access(folder.path, F_OK) != 0 { folder.deleteLastPathComponent() }
        return folder.path
    }
}
