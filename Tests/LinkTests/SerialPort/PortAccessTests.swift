import Glibc
import SerialPort
import Testing

@Suite struct PortAccessTests {
    @Test("a node this process owns is granted, with its mode")
    func granted() throws {
        let file = try TemporaryFile(mode: 0o640)
        let access = PortAccess(path: file.path)
        #expect(access.verdict == .granted)
        #expect(access.mode == 0o640)
        #expect(access.ownerGroup != nil)
    }

    @Test("a node for others is denied, with its group and mode")
    func denied() throws {
        let file = try TemporaryFile(mode: 0)
        let access = try withoutPrivileges { PortAccess(path: file.path) }
        #expect(access.verdict == .denied)
        #expect(access.mode == 0)
        #expect(access.ownerGroup == PortAccess(path: file.path).ownerGroup)
    }

    @Test("the owner group goes by its name")
    func groupName() {
        #expect(PortAccess(path: "/proc/self/../1/comm").ownerGroup == "root")
    }

    @Test("a node that is not there is gone")
    func gone() {
        let access = PortAccess(path: "/dev/no-such-port")
        #expect(access.verdict == .gone)
        #expect(access.mode == nil)
        #expect(access.ownerGroup == nil)
    }
}
