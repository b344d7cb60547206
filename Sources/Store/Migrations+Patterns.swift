extension Migrations {
    static let patterns = ""
}
