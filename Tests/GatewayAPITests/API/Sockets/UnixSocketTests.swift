import Foundation
import Glibc
import Testing

@testable import GatewayAPI

@Suite struct UnixSocketTests {
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    /// Binds a socket that no process listens on, like that of a killed server.
    private func bindSocket(_ path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(outcome == 0)
    }

    @Test("a socket that is taken is not taken again, and its holder is named")
    func taken() async throws {
        try await withFolder { folder in
            let path = folder + "/s"
            let first = try UnixSocket(path: path, isShared: true, group: .usual)
            #expect(throws: ServerError.socketTaken(path: path, pid: getpid())) {
                _ = try UnixSocket(path: path, isShared: true, group: .usual)
            }
            try bindSocket(first.stagedPath)
            try first.publish()
            #expect(access(path, F_OK) == 0)
        }
    }

    @Test("it can be taken again when it was given up, and nothing but the lock file stays")
    func givenUp() async throws {
        try await withFolder { folder in
            for _ in 0..<2 {
                let socket = try UnixSocket(path: folder + "/s", isShared: true, group: .usual)
                try bindSocket(socket.stagedPath)
                try socket.publish()
                _ = consume socket
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["s.lock"])
            }
        }
    }

    @Test("what a killed server left is replaced")
    func stale() async throws {
        try await withFolder { folder in
            let path = folder + "/s"
            try bindSocket(path)
            try Data("99999999\n".utf8).write(to: URL(fileURLWithPath: path + ".lock"))
            let socket = try UnixSocket(path: path, isShared: true, group: .usual)
            try bindSocket(socket.stagedPath)
            try socket.publish()
            #expect(access(path, F_OK) == 0)
            #expect(try String(contentsOfFile: path + ".lock", encoding: .utf8) == "\(getpid())\n")
        }
    }

    @Test(
        "a socket is for its group where it has one, else for its user, whatever the umask",
        arguments: [(true, true), (true, false), (false, true)])
    func modes(_ isShared: Bool, _ hasGroup: Bool) async throws {
        try await withFolder { folder in
            let path = folder + "/made/deeper/s"
            let group = try hasGroup ? GatewayServer.SocketGroup.named(ownGroup()) : .none
            let socket = try UnixSocket(path: path, isShared: isShared, group: group)
            try bindSocket(socket.stagedPath)
            for umasked in [mode_t(0o777), 0] {
                // The mode that the socket would have with this umask.
                chmod(socket.stagedPath, ~umasked & 0o777)
            }
            try socket.publish()
            let isOpen = isShared && hasGroup
            #expect(mode(path) == (isOpen ? 0o660 : 0o600))
            #expect(mode(folder + "/made/deeper") == (isOpen ? 0o750 : 0o700))
            #expect(mode(path + ".lock") == (isOpen ? 0o660 : isShared ? 0o600 : 0))
        }
    }

    @Test("until it is published nobody else can reach it")
    func staged() async throws {
        try await withFolder { folder in
            chmod(folder, 0o1777)
            let socket = try UnixSocket(path: folder + "/s", isShared: true, group: .usual)
            try bindSocket(socket.stagedPath)
            #expect(access(folder + "/s", F_OK) != 0)
            #expect(mode((socket.stagedPath as NSString).deletingLastPathComponent) == 0o700)
        }
    }

    @Test("paths of 107 bytes will do, longer ones are told of before anything is made")
    func length() async throws {
        try await withFolder { folder in
            let longest = folder + "/" + String(repeating: "s", count: 107 - folder.utf8.count - 1)
            let socket = try UnixSocket(path: longest, isShared: false, group: .usual)
            try bindSocket(socket.stagedPath)
            try socket.publish()
            #expect(access(longest, F_OK) == 0)
            #expect(throws: ServerError.socketPathTooLong(path: longest + "s")) {
                _ = try UnixSocket(path: longest + "s", isShared: true, group: .usual)
            }
            // There is no room for a folder beside the socket, so it is bound at its final path.
            let deep = folder + "/" + String(repeating: "d", count: 107 - folder.utf8.count - 3)
            let tight = try UnixSocket(path: deep + "/s", isShared: true, group: .none)
            #expect(tight.stagedPath == deep + "/s")
            try bindSocket(tight.stagedPath)
            try tight.publish()
            #expect(mode(deep + "/s") == 0o600)
        }
    }

    @Test("a file that is no socket is left alone")
    func foreignFile() async throws {
        try await withFolder { folder in
            let path = folder + "/s"
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: ServerError.cannotBind(path: path, errno: EEXIST)) {
                _ = try UnixSocket(path: path, isShared: true, group: .usual)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        }
    }

    @Test("a group that is asked for has to be there, and gets the socket")
    func groups() async throws {
        try await withFolder { folder in
            #expect(throws: ServerError.unknownGroup("no-such-group")) {
                _ = try UnixSocket(path: folder + "/s", isShared: true, group: .named("no-such-group"))
            }
            let socket = try UnixSocket(path: folder + "/s", isShared: true, group: .named(ownGroup()))
            try bindSocket(socket.stagedPath)
            try socket.publish()
            var status = stat()
            #expect(lstat(folder + "/s", &status) == 0 && status.st_gid == getgid())
        }
    }

    @Test("where others could put a socket of theirs in its place, there is none")
    func openFolder() async throws {
        try await withFolder { folder in
            chmod(folder, 0o777)
            #expect(throws: ServerError.untrustedFolder(.writable(path: folder))) {
                _ = try UnixSocket(path: folder + "/s", isShared: true, group: .none)
            }
            symlink(folder, folder + "/link")
            #expect(throws: ServerError.untrustedFolder(.symbolicLink(path: folder + "/link"))) {
                _ = try UnixSocket(path: folder + "/link/s", isShared: true, group: .none)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == ["link"])
        }
    }

    private func ownGroup() throws -> String {
        try #require(getgrgid(getgid()).map { String(cString: $0.pointee.gr_name) })
    }

    @Test("a folder that cannot be made says why")
    func noFolder() {
        #expect(throws: ServerError.cannotBind(path: "/proc/perch", errno: ENOENT)) {
            _ = try UnixSocket(path: "/proc/perch/s", isShared: true, group: .usual)
        }
    }
}
