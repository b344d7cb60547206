import DongleLink
import Failures

/// Finds what a person has named in a list of the backend's. Pure.
struct NamedChoice: Sendable {
    /// As sentences call it: "beacon".
    let kind: String
    /// As codes of errors call it.
    let code: String
    /// The verb that lists them.
    let list: String
    /// As in "The business has no beacon".
    var owner = "The business has"
    /// Whether the beginning of a name will do where no other begins so.
    var takesBeginnings = false

    static let servicePoint = NamedChoice(
        kind: "service point", code: "service-point", list: "perch payfrit servicepoints")
    static let table = NamedChoice(
        kind: "table", code: "table", list: "perch payfrit tables", owner: "This gateway knows")
    static let business = NamedChoice(
        kind: "business", code: "business", list: "perch payfrit businesses", owner: "You have",
        takesBeginnings: true)
    static let beacon = NamedChoice(kind: "beacon", code: "payfrit-beacon", list: "perch payfrit beacons")

    /// What can be named.
    struct Candidate: Sendable, Hashable {
        let id: Int
        /// Its name first.
        let names: [String]
    }

    /// The place of the one that is named: by its number, by `#` and its number, or by one of its names whatever the capitals.
    ///
    /// - Throws: ``Failure`` where there is none, or more than one.
    func place(of text: String, among candidates: [Candidate]) throws(Failure) -> Int {
        let number = Int(text.hasPrefix("#") ? text.dropFirst() : text[...])
        let wanted = text.lowercased()
        var places = candidates.indices.filter { index in
            let candidate = candidates[index]
            return candidate.id == number
                || (!text.hasPrefix("#") && candidate.names.contains { $0.lowercased() == wanted })
        }
        if places.isEmpty, takesBeginnings, !wanted.isEmpty {
            places = candidates.indices.filter { index in
                candidates[index].names.contains { $0.lowercased().hasPrefix(wanted) }
            }
        }
        if places.count == 1 { return places[0] }
        guard places.isEmpty else {
            let all = places.sorted { candidates[$0].id < candidates[$1].id }.prefix(20).map {
                "#\(candidates[$0].id) \(candidates[$0].names.first ?? "")"
            }
            let ending = code.hasSuffix("s") ? "es" : "s"
            throw Failure(
                code: "several-\(code)\(ending)",
                message: "Several \(kind)\(ending) are called \"\(Self.excerpt(text))\".",
                hint: "Take the number: \(printable(all.joined(separator: ", "))).", exit: .usage, outcome: .notDone)
        }
        throw Failure(
            code: "unknown-\(code)", message: "\(owner) no \(kind) \"\(Self.excerpt(text))\".",
            hint: "See which there are: `\(list)`.", exit: .unavailable, outcome: .notDone)
    }

    /// The place of the one that is named among those that are known without the list: by `#` and its number, or by a name. A
    /// bare number waits for the list, where it may be the number of one and the name of another.
    ///
    /// - Returns: Nil where the list has to say it.
    /// - Throws: ``Failure`` where it names more than one.
    func knownPlace(of text: String, among candidates: [Candidate]) throws(Failure) -> Int? {
        guard Int(text) == nil else { return nil }
        do {
            return try place(of: text, among: candidates)
        } catch {
            guard error.code == "unknown-\(code)" else { throw error }
            return nil
        }
    }

    private static func excerpt(_ text: String) -> String {
        printable(String(text.prefix(40))) + (text.count > 40 ? "…" : "")
    }
}
