import Glibc

/// A file descriptor with one owner. It is closed exactly once, or handed over exactly once.
struct OwnedDescriptor: ~Copyable {
    let number: CInt

    init(_ number: CInt) { self.number = number }

    deinit { close(number) }

    /// Hands the descriptor over without closing it.
    consuming func take() -> CInt {
        let number = number
        discard self
        return number
    }
}
