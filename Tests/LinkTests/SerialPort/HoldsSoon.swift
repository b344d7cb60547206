import Glibc

/// Returns whether `condition` becomes true within 5 s.
///
/// For conditions that a close makes true: between fork and exec, a child that another test starts
/// also holds every open file of this process, so a lock or an open file can outlast its closing
/// for a moment.
func holdsSoon(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < deadline {
        if try condition() { return true }
        sched_yield()
    }
    return false
}
