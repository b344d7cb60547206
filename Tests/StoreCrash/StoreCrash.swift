import Glibc
import Store

/// Appends events to a store for as long as it lives, and prints the id of each once it is on the disk.
///
/// Arguments: the database's path, how many events it keeps.
@main struct StoreCrash {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let newest = Int(arguments[2]) else { exit(64) }
        let store = try Store.open(path: arguments[1], retention: .init(newest: newest))
        var time: Int64 = 0
        while true {
            time += 1
            let id = try await store.appendEvent(
                kind: "info", title: "Event \(time)", detail: String(repeating: "x", count: Int(time % 5) * 400),
                dongle: nil, isSimulated: true, microsecondsSince1970: time)
            let line = Array("\(id)\n".utf8)
            // One write a line, past the C library's buffer: what was printed was acknowledged, whatever comes next.
            guard write(STDOUT_FILENO, line, line.count) == line.count else { exit(1) }
        }
    }
}
