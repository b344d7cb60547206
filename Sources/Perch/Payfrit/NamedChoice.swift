import DongleLink
import Failures

/// Finds the item that the user named in a list from the backend. Pure.
struct NamedChoice: Sendable {
    /// Kind of the items in sentences, such as "beacon".
    let kind: String
    /// Kind of the items in codes of errors.
    let code: String
    /// Command that lists the items.
    let list: String
    /// Subject and verb of "The business has no beacon".
    var owner = "The business has"
    /// Whether the beginning of a name is enough where no other name begins so.
    var takesBeginnings = false

    static let servicePoint = NamedChoice(
        kind: "service point", code: "service-point", list: "perch payfrit servicepoints")
    static let table = NamedChoice(
        kind: "table", code: "table", list: "perch payfrit tables", owner: "This gateway knows")
    static let business = NamedChoice(
        kind: "business", code: "business", list: "perch payfrit businesses", owner: "You have",
        takesBeginnings: true)
    static let beacon = NamedChoice(kind: "beacon", code: "payfrit-beacon", list: "perch payfrit beacons")

    /// An item of the list.
    struct Candidate: Sendable, Hashable {
        let id: Int
        /// Names of the item, its main name first.
        let names: [String]
    }

    /// Returns the index of the item that the text names: by its number, by `#` and its number, or
    /// by one of its names, whose case is ignored.
    ///
    /// - Throws: ``Failure`` where no item matches, or several do.
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
                message: "Several \(kind)\(ending) are named \"\(Self.excerpt(text))\".",
                hint: "Use a number: \(printable(all.joined(separator: ", "))).", exit: .usage, outcome: .notDone)
        }
        throw Failure(
            code: "unknown-\(code)", message: "\(owner) no \(kind) \"\(Self.excerpt(text))\".",
            hint: "List what there is with `\(list)`.", exit: .unavailable, outcome: .notDone)
    }

    /// Returns the index of the item that the text names among those known without the list: by `#`
    /// and its number, or by a name. A bare number is looked up in the list only, where it may be
    /// the number of one item and the name of another.
    ///
    /// - Returns: The index; nil where the list is needed.
    /// - Throws: ``Failure`` where several items match.
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
