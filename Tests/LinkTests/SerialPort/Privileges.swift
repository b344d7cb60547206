import Glibc
import Testing

/// Runs `body` as a user without privileges if the tests run as root, otherwise unchanged.
///
/// It changes this thread only, by the bare system call: the C library's function would change the
/// whole process.
@discardableResult
func withoutPrivileges<Result>(_ body: () throws -> Result) throws -> Result {
    guard geteuid() == 0 else { return try body() }
    let symbol = try #require(dlsym(nil, "syscall"))
    let systemCall = unsafeBitCast(symbol, to: (@convention(c) (Int, Int, Int, Int) -> Int).self)
    #if arch(x86_64)
        let setresuid = 117
    #else
        let setresuid = 147
    #endif
    let nobody = 65534
    let unchanged = -1
    let dropped = systemCall(setresuid, nobody, nobody, unchanged)
    try #require(dropped == 0)
    defer {
        // A thread left without privileges would break other tests in ways hard to trace.
        if systemCall(setresuid, 0, 0, unchanged) != 0 { abort() }
    }
    return try body()
}
