import CP28
import Foundation
import Glibc
import Settings

extension Settings {
    /// Most files of profiles in the folder.
    private static let profileLimit = 64

    /// Returns the profiles of beacons: the built-in ones, the default first, and those of the
    /// folder in the settings. A profile of the folder replaces a built-in one of the same name.
    ///
    /// - Throws: `SettingsError` with all faults.
    func profiles() throws(SettingsError) -> [BeaconProfile] {
        var profiles = BeaconProfile.bundled
        guard let profileFolder else { return profiles }
        var findings: [SettingsError.Finding] = []
        var places: [String: String] = [:]
        for path in try Self.files(in: profileFolder) {
            do throws(BeaconProfile.Fault) {
                let profile = try BeaconProfile(json: Self.bytes(path))
                if let other = places.updateValue(path, forKey: profile.name) {
                    findings.append(.init(place: path, message: "its name \(profile.name) is also used by \(other)"))
                } else if let index = profiles.firstIndex(where: { $0.name == profile.name }) {
                    profiles[index] = profile
                } else {
                    profiles.append(profile)
                }
            } catch {
                findings.append(.init(place: path, message: error.clause))
            }
        }
        guard findings.isEmpty else { throw .invalid(findings) }
        return profiles
    }

    private static func files(in folder: String) throws(SettingsError) -> [String] {
        guard access(folder, R_OK | X_OK) == 0 else { throw .cannotRead(path: folder, errno: errno) }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .cannotRead(path: folder, errno: ENOTDIR)
        }
        let files = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
        guard files.count <= profileLimit else {
            throw .invalid([.init(place: folder, message: "it has more than \(profileLimit) profiles")])
        }
        return files.map { folder + "/" + $0 }
    }

    /// Reads a file, with at most one byte more than a profile may have, by which a longer file is
    /// recognised.
    private static func bytes(_ path: String) throws(BeaconProfile.Fault) -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { throw .notJSON("it cannot be read") }
        defer { try? file.close() }  // It was only read.
        guard let data = try? file.read(upToCount: BeaconProfile.fileLimit + 1) else { return [] }
        return Array(data)
    }
}

extension BeaconProfile.Fault {
    /// The fault as a clause, without a capital letter and a full stop.
    fileprivate var clause: String {
        switch self {
        case .notJSON(let reason): reason
        case .missing(let key): "it lacks \(key)"
        case .invalid(let key, let expected): "\(key) takes \(expected)"
        case .unknown(let key): "\(key) is not a key of a profile"
        }
    }
}
