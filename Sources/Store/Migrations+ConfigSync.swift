extension Migrations {
    static let configSync = ""
}
