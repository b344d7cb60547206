import Glibc

/// A file descriptor with one owner: closed exactly once, or handed on exactly once.
struct OwnedDescriptor: ~Copyable {
    let number: CInt

    init(_ number: CInt) { self.number = number }

    deinit { close(number) }

    /// Gives the descriptor away unclosed.
    consuming func take() -> CInt {
        let number = number
        discard self
        return number
    }
}
