import Glibc

/// A pseudo-terminal nobody answers on.
package final class EmptyTerminal {
    package let path: String
    private let descriptor: CInt

    package struct Unavailable: Error {
        package let code: CInt
    }

    package init() throws {
        var master: CInt = 0
        var slave: CInt = 0
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &slave, &name, nil, nil) == 0 else { throw Unavailable(code: errno) }
        close(slave)
        descriptor = master
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        close(descriptor)
    }
}
