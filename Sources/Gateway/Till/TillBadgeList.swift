import Foundation
import RESTClient

/// Badges that members have bound to their accounts, in a file of mode 0600.
struct TillBadgeList: Sendable {
    /// A badge: a region that stands for a member.
    struct Badge: Codable, Sendable, Hashable {
        /// Number, never reused.
        let id: Int64
        /// ID of the member.
        let member: String
        let firstName: String
        let region: String
        /// Whether the gateway made the region for the badge.
        let ownsRegion: Bool
        /// Whether the login stays in memory after logout.
        let stays: Bool
        /// Cents above which a booking needs the PIN; 0 = always, nil = never.
        let pinAbove: Int?
    }

    private struct Content: Codable {
        /// URL of the server that the members belong to.
        var base: String
        var last: Int64 = 0
        var badges: [Badge] = []
    }

    /// Most badges.
    static let limit = 200
    private static let bytesAtMost = 1024 * 1024

    private let file: PrivateFile
    private var content: Content

    /// Reads the file. Badges for another server are left out, and removed by the next change.
    init(folder: String, base: String) throws(TillBadgeFault) {
        file = PrivateFile(path: folder + "/badges", limit: TillBadgeList.bytesAtMost)
        content = Content(base: base)
        do {
            guard let bytes = try file.read() else { return }
            let kept = try JSONDecoder().decode(Content.self, from: Data(bytes))
            content.last = kept.last
            if kept.base == base { content = kept }
        } catch {
            throw TillBadgeFault(path: file.path, fault: error as? PrivateFile.Fault ?? .damaged)
        }
    }

    var all: [Badge] { content.badges }

    func badge(ofMember member: String) -> Badge? { content.badges.first { $0.member == member } }

    /// - Throws: ``TillServiceError/unknownBadge(_:)``.
    func badge(_ id: Int64) throws(TillServiceError) -> Badge {
        guard let badge = content.badges.first(where: { $0.id == id }) else { throw .unknownBadge(id) }
        return badge
    }

    /// Replaces the member's badge, and saves the list.
    mutating func bind(
        member: String, firstName: String, region: String, ownsRegion: Bool, stays: Bool, pinAbove: Int?
    ) throws {
        guard badge(ofMember: member) != nil || content.badges.count < TillBadgeList.limit else {
            throw TillServiceError.tooManyBadges(limit: TillBadgeList.limit)
        }
        var next = content
        next.last += 1
        next.badges.removeAll { $0.member == member }
        next.badges.append(
            Badge(
                id: next.last, member: member, firstName: firstName, region: region, ownsRegion: ownsRegion,
                stays: stays, pinAbove: pinAbove))
        try save(next)
    }

    mutating func unbind(member: String) throws {
        var next = content
        next.badges.removeAll { $0.member == member }
        try save(next)
    }

    private mutating func save(_ next: Content) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            try file.write(Array(try encoder.encode(next)))
        } catch {
            throw TillBadgeFault(path: file.path, fault: error as? PrivateFile.Fault ?? .damaged)
        }
        content = next
    }
}

/// The file of the badges cannot be used.
package struct TillBadgeFault: Error, Sendable, Hashable {
    package let path: String
    package let fault: PrivateFile.Fault
}
