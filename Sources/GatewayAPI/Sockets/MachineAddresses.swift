import Glibc
import NIOCore

/// Name and addresses of this machine at one moment.
struct MachineAddresses: Sendable, Hashable {
    /// Name as gethostname(2) returns it; empty if it is not usable in a URL.
    var hostName: String
    /// Addresses of all interfaces that are up, without loopback and link-local ones. The one that
    /// packets to the internet would have comes first, IPv4 before IPv6.
    var all: [IPAddress]
    /// Those of ``all`` whose interface has a carrier.
    var reachable: [IPAddress]

    /// Names for the machine: its host name and, where mDNS tells it, `NAME.local`.
    var names: [String] {
        guard let first = hostName.split(separator: ".").first, hostName != "localhost" else { return [] }
        return hostName == "\(first).local" ? [hostName] : [hostName, "\(first).local"]
    }

    static func current() -> MachineAddresses {
        var all: [IPAddress] = []
        var reachable: [IPAddress] = []
        var list: UnsafeMutablePointer<ifaddrs>?
        if getifaddrs(&list) == 0 {
            defer { freeifaddrs(list) }
            for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
                guard let interface = entry?.pointee else { break }
                let flags = CInt(bitPattern: interface.ifa_flags)
                guard flags & CInt(IFF_UP) != 0, flags & CInt(IFF_LOOPBACK) == 0,
                    let address = interface.ifa_addr.flatMap({ IPAddress($0) }), !address.isLinkLocal
                else { continue }
                all.append(address)
                if flags & CInt(IFF_RUNNING) != 0 { reachable.append(address) }
            }
        }
        // Addresses for documentation; nothing is sent to them.
        let preferred = ["192.0.2.1", "2001:db8::1"].compactMap(source)
        return MachineAddresses(
            hostName: usable(ownName()), all: sorted(all, preferred), reachable: sorted(reachable, preferred))
    }

    private static func sorted(_ addresses: [IPAddress], _ preferred: [IPAddress]) -> [IPAddress] {
        var found: [IPAddress] = []
        for family in [true, false] {
            let ofFamily = addresses.filter { $0.isIPv4 == family }
            for address in preferred.filter(ofFamily.contains) + ofFamily where !found.contains(address) {
                found.append(address)
            }
        }
        return found
    }

    /// Address that packets to a destination would have; nil if there is no route to it.
    private static func source(towards destination: String) -> IPAddress? {
        guard let target = try? SocketAddress(ipAddress: destination, port: 9) else { return nil }
        let family = target.protocol == .inet ? AF_INET : AF_INET6
        let descriptor = socket(family, CInt(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Connecting a datagram socket only looks up the route.
        guard target.withSockAddr({ connect(descriptor, $0, socklen_t($1)) }) == 0 else { return nil }
        var own = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &own) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { own in
                getsockname(descriptor, own, &length) == 0 ? IPAddress(own) : nil
            }
        }
    }

    private static func ownName() -> String {
        // Source: gethostname(2), which allows 64 bytes.
        var name = [CChar](repeating: 0, count: 65)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the name in lower case; empty if it has anything but letters, digits, dashes,
    /// underscores and dots.
    static func usable(_ name: String) -> String {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isUsable = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        }
        return isUsable && name.utf8.count <= 253 ? name.lowercased() : ""
    }
}
