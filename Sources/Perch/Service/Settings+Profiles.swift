import CP28
import Foundation
import Glibc
import Settings

extension Settings {
    /// Most files of profiles that are read.
    private static let profileLimit = 64

    /// The kinds of beacons that can be provisioned: those that are built in, the default first, and those of the folder that
    /// is set. One of the folder takes the place of a built-in one of its name.
    ///
    /// - Throws: `SettingsError`, with everything that is wrong.
    func profiles() throws(SettingsError) -> [BeaconProfile] {
        var profiles = BeaconProfile.bundled
        guard let profileFolder else { return profiles }
        var findings: [SettingsError.Finding] = []
        var places: [String: String] = [:]
        for path in try Self.files(in: profileFolder) {
            do throws(BeaconProfile.Fault) {
                let profile = try BeaconProfile(json: Self.bytes(path))
                if let other = places.updateValue(path, forKey: profile.name) {
                    findings.append(.init(place: path, message: "its name \(profile.name) is that of \(other) too"))
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

    /// One byte more than a profile may have tells that it is too long.
    private static func bytes(_ path: String) throws(BeaconProfile.Fault) -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { throw .notJSON("it cannot be read") }
        defer { try? file.close() }  // It was only read.
        guard let data = try? file.read(upToCount: BeaconProfile.fileLimit + 1) else { return [] }
        return Array(data)
    }
}

extension BeaconProfile.Fault {
    /// A clause without a capital and a full stop.
    fileprivate var clause: String {
        switch self {
        case .notJSON(let reason): reason
        case .missing(let key): "it lacks \(key)"
        case .invalid(let key, let expected): "\(key) takes \(expected)"
        case .unknown(let key): "\(key) means nothing here"
        }
    }
}
