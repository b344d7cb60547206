extension Migrations {
    static let detections = ""
}
