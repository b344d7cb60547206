import Testing

@testable import SerialPort

@Suite struct LockOwnersTests {
    private let owners = LockOwners(
        table: """
            1: FLOCK  ADVISORY  WRITE 812 00:1a:3 0 EOF
            1: -> FLOCK  ADVISORY  WRITE 813 00:1a:3 0 EOF
            2: POSIX  ADVISORY  WRITE 814 00:05:9 0 EOF
            3: FLOCK  ADVISORY  WRITE 0 103:02:9 0 EOF
            4: FLOCK  ADVISORY  READ 815 103:02:77 0 EOF
            FLOCK
            """)

    @Test("the owner of a flock is told, not who waits for it")
    func owner() {
        #expect(owners.owner(device: 0x1A, inode: 3) == 812)
        #expect(owners.owner(device: 0x1_0302, inode: 77) == 815)
    }

    @Test("other locks, owners that are not seen and unlocked files have none")
    func none() {
        #expect(owners.owner(device: 0x05, inode: 9) == nil)
        #expect(owners.owner(device: 0x1_0302, inode: 9) == nil)
        #expect(owners.owner(device: 0x1A, inode: 4) == nil)
        #expect(LockOwners().owner(ofFile: "/nowhere") == nil)
    }
}
