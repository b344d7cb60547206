import Glibc
import Testing

@testable import GatewayModel

/// Only root can change a file's owner, so these tests need root.
@Suite(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
struct SocketTrustTests {
    private static let (me, service, stranger): (UInt32, UInt32, UInt32) = (54_321, 54_322, 54_323)

    /// Runs `body` with a folder that holds a file in place of a socket, and beside it the folder
    /// of the service.
    private func with(_ body: (_ folder: String, _ trust: SocketTrust) throws -> Void) throws {
        var template = Array("/tmp/perch-trust-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let (folder, run) = (root + "/own", root + "/run")
        defer {
            for file in ["/own/s", "/own", "/run", "/link", ""] { remove(root + file) }
        }
        try #require(
            mkdir(folder, 0o700) == 0 && mkdir(run, 0o755) == 0 && mknod(folder + "/s", S_IFREG | 0o600, 0) == 0)
        try #require(chown(folder, Self.me, 0) == 0 && chown(run, Self.service, 0) == 0)
        try #require(chown(folder + "/s", Self.me, 0) == 0)
        try body(folder, SocketTrust(userID: Self.me, serviceFolder: run))
    }

    @Test("this user, root and the service's user are trusted, as owners and as peers; nobody else is")
    func users() throws {
        try with { folder, trust in
            for user in [Self.me, 0, Self.service] {
                try trust.check(peer: user)
                try #require(chown(folder, user, 0) == 0 && chown(folder + "/s", user, 0) == 0)
                try trust.check(socket: folder + "/s")
            }
            #expect(throws: SocketTrust.Fault.peer(user: Self.stranger)) { try trust.check(peer: Self.stranger) }
            try #require(chown(folder + "/s", Self.stranger, 0) == 0)
            #expect(throws: SocketTrust.Fault.owner(path: folder + "/s", user: Self.stranger)) {
                try trust.check(socket: folder + "/s")
            }
            try #require(chown(folder, Self.stranger, 0) == 0)
            #expect(throws: SocketTrust.Fault.owner(path: folder, user: Self.stranger)) {
                try trust.checkFolder(of: folder + "/s")
            }
        }
    }

    @Test("a folder that others may write to is trusted only where it is sticky")
    func modes() throws {
        try with { folder, trust in
            for mode: mode_t in [0o722, 0o702, 0o720] {
                chmod(folder, mode)
                #expect(throws: SocketTrust.Fault.writable(path: folder)) { try trust.check(socket: folder + "/s") }
            }
            chmod(folder, 0o1777)
            chmod(folder + "/s", 0o666)
            try trust.check(socket: folder + "/s")
        }
    }

    @Test("a symbolic link is not followed, and what is not there is no fault")
    func links() throws {
        try with { folder, trust in
            try #require(symlink("own", folder + "/../link") == 0)
            let link = folder + "/../link"
            #expect(throws: SocketTrust.Fault.symbolicLink(path: link)) { try trust.check(socket: link + "/s") }
            try trust.check(socket: folder + "/nothing")
            try trust.check(socket: folder + "/nothing/s")
        }
    }

    @Test("a link in the place of the service's folder makes nobody trusted")
    func linkedService() throws {
        try with { folder, _ in
            try #require(chown(folder, Self.stranger, 0) == 0 && symlink("own", folder + "/../link") == 0)
            let trust = SocketTrust(userID: Self.me, serviceFolder: folder + "/../link")
            #expect(throws: SocketTrust.Fault.peer(user: Self.stranger)) { try trust.check(peer: Self.stranger) }
        }
    }
}
