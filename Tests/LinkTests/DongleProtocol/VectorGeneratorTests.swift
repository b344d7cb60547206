import Foundation
import Testing

@Suite("Vector generator")
struct VectorGeneratorTests {
    @Test("generate.py writes the golden vectors to the byte", .enabled(if: python != nil, "needs python3 on the PATH"))
    func unchanged() throws {
        let process = Process()
        process.executableURL = Self.python
        process.arguments = ["-B", Vectors.folder.appending(path: "generate.py").path(), "--check"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    static let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(filePath: String($0)).appending(path: "python3") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path()) }
}
