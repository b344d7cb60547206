import Glibc

/// A pseudo-terminal at which no dongle answers.
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

    /// Sends these bytes to the host.
    package func say(_ text: String) {
        let bytes = Array(text.utf8)
        // Bytes that do not fit into the terminal's buffer are lost, as on a line.
        _ = write(descriptor, bytes, bytes.count)
    }

    /// Bytes that the host has written so far, up to 4 KiB.
    package var heard: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 0) == 1, waiting.revents & Int16(POLLIN) != 0 else { return [] }
        return Array(bytes.prefix(max(0, read(descriptor, &bytes, bytes.count))))
    }

    deinit {
        close(descriptor)
    }
}
