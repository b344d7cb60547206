/// Rules for names, apart from their length.
enum Wording {
    static func check(_ text: String, _ name: String) throws {
        let scalars = text.unicodeScalars
        guard scalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw Rejection.refused("\(name) is empty.")
        }
        guard !scalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw Rejection.refused("\(name) has a control character in it.")
        }
    }
}
