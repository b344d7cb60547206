extension RebootOrder {
    public enum Mode: String, Codable, Sendable, Hashable {
        case run, bootloader
    }
}
