import TestSupport
import Advertising
import CP28
import Failures
import Foundation
import Glibc
import Testing

@testable import Perch

/// Files that the verbs for provisioning read besides plans.
@Suite struct ProvisionFilesTests {
    @Test("shards are one a line, with remarks")
    func shards() {
        let file = ShardFile(
            Array("# ours\n5e1f7a103c2b4d9e8a770b6c1d2e3f40 # first\r\n\n5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F41".utf8),
            banList: .example)
        #expect(file.faults.isEmpty)
        #expect(
            file.uuids.map { "\($0)" } == [
                "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F41",
            ])
    }

    @Test("each bad shard is told with its line, and none is taken")
    func badShards() {
        let file = ShardFile(
            Array(
                """
                5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40
                x
                # 5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40
                5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40
                FDA50693-A4E2-4FB1-AFCF-C6EB07647825
                """.utf8), banList: .example)
        #expect(file.faults.map(\.place) == [2, 4, 5])
        #expect(file.faults.map(\.message)[1].hasSuffix("is already in line 1"))
        #expect(file.faults.last?.message.contains("generic, Feasycom") == true)
        #expect(file.uuids.isEmpty)
        #expect(ShardFile([]).faults.map(\.message) == ["it contains no UUID"])
    }

    @Test("64 shards are taken, 65 are not")
    func tooManyShards() {
        func file(_ count: Int) -> ShardFile {
            let lines = (1...count).map { "\(ProximityUUID(0x5E << 120 | UInt128($0)))\n" }
            return ShardFile(Array(lines.joined().utf8), banList: .example)
        }
        #expect(file(64).uuids.count == 64)
        #expect(file(65).faults == [PlanFault(place: 65, message: "there are more than 64 UUIDs")])
        #expect(file(70).faults.count == 1)
    }

    private func passwords(_ bytes: [UInt8]) -> Result<[String], Failure> {
        do throws(Failure) {
            return .success(try PasswordFile.passwords(bytes, path: "p"))
        } catch {
            return .failure(error)
        }
    }

    @Test("passwords are one a line, each once, in their order")
    func passwordFile() throws {
        #expect(try passwords(Array("555555\r\n\na b \n555555\nx".utf8)).get() == ["555555", "a b ", "x"])
    }

    @Test("what is no list of passwords is refused, and no password is told")
    func badPasswords() {
        let secret = "hush"
        let texts = [
            "", "\n\n", "\(secret)\nü\(secret)", "\(secret)\n\(String(repeating: secret, count: 17))",
            (1...17).map { "\(secret)\($0)\n" }.joined(), "\(secret)\u{7}",
        ]
        for text in texts {
            guard case .failure(let failure) = passwords(Array(text.utf8)) else {
                Issue.record("taken: \(text)")
                continue
            }
            #expect(failure.exit == .badInput && !failure.prose.joined().contains(secret))
        }
        #expect((try? passwords(Array(String(repeating: "x", count: 64).utf8)).get())?.count == 1)
    }

    @Test("a password file that is not there or too long is told")
    func unreadable() throws {
        let home = try TemporaryFolder()
        #expect(throws: Failure.self) { try PasswordFile.read(home.path("none")) }
        let long = try home.file("long", String(repeating: "x\n", count: 20_000))
        #expect(throws: Failure.self) { try PasswordFile.read(long) }
        #expect(try PasswordFile.read(try home.file("good", "555555\n")) == ["555555"])
    }
}
