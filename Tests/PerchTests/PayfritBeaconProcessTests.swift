import DevBackend
import Foundation
import Testing

/// The verbs for beacons and service points of the backend, as the real program.
@Suite(.timeLimit(.minutes(3))) struct PayfritBeaconProcessTests {
    private static let uuids = (1...3).map { "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F4\($0)" }

    @Test("a beacon is made, listed, changed, taken out of use and shown")
    func life() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(try await home.table("beacons").hasPrefix("No beacons yet"))
            let bad = try await home.payfrit("beacons", "add", "Bar", "--uuid", "12345")
            #expect(bad.status == 65, "\(bad.errors)")
            let numberless = try await home.payfrit("beacons", "show", "77", "--json")
            #expect(numberless.status == 69)
            let plain = Self.uuids[0].replacing("-", with: "").lowercased()
            #expect(try await home.table("beacons", "add", "Bar", "--uuid", plain).contains(Self.uuids[0]))
            let list = try await home.table("beacons")
            #expect(list.contains("1  ✓ Bar ") && list.contains(Self.uuids[0]))
            #expect(try await home.table("beacons", "edit", "bar", "--name", "Terrace").contains("✓ Terrace "))
            #expect(try await home.table("beacons", "deactivate", Self.uuids[0]).contains("✗ Terrace "))
            let shown = try await home.table("beacons", "show", "1")
            for field in [
                "Active         ✗ no", "ID             1", "Business       1", "Created        ", "Updated        ",
            ] {
                #expect(shown.contains(field))
            }
            let blank = try await home.payfrit("beacons", "edit", "1", "--name", " ")
            #expect(blank.status == 65)
            #expect(try await home.table("beacons").contains("Terrace"))
            let unknown = try await home.payfrit("beacons", "show", "Cellar", "--json")
            #expect(unknown.status == 69)
            #expect(try unknown.code() == "unknown-payfrit-beacon")
        }
    }

    @Test("a UUID that another business has registered is refused in the backend's words")
    func elsewhere() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(try await home.payfrit("beacons", "add", "One", "--uuid", Self.uuids[0]).status == 0)
            #expect(try await home.payfrit("use", "2").status == 0)
            let refused = try await home.payfrit("beacons", "add", "Two", "--uuid", Self.uuids[0], "--json")
            #expect(
                refused.status == 65 && refused.errors.contains("This UUID belongs to a beacon of another business."))
            #expect(try refused.code() == "payfrit-refused")
            #expect(try await home.table("beacons").hasPrefix("No beacons yet"))
        }
    }

    @Test("a beacon is assigned, another in its place, and taken away; its new name shows at its service point")
    func assignment() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(try await home.table("servicepoints").contains("● Table 1 "))
            #expect(try await home.table("servicepoints").contains("No beacon assigned"))
            #expect(try await home.payfrit("servicepoints", "assign", "Table 1", "One").status == 69)
            #expect(try await home.payfrit("beacons", "add", "One", "--uuid", Self.uuids[0]).status == 0)
            #expect(try await home.payfrit("beacons", "add", "Two", "--uuid", Self.uuids[1]).status == 0)
            #expect(try await home.table("servicepoints", "assign", "Table 1", "One", "--yes").hasSuffix(" One\n"))
            #expect(try await home.table("servicepoints", "assign", "table 1", "#2", "--yes").hasSuffix(" Two\n"))
            #expect(try await home.payfrit("beacons", "edit", "2", "--name", "Deux").status == 0)
            #expect(try await home.table("servicepoints").contains(" Deux\n"))
            try await home.backend.add(Fault(.cut, path: "/servicepoints/save.php", times: 100))
            let failed = try await home.payfrit("servicepoints", "unassign", "Table 1")
            #expect(failed.status == 75)
            try await home.backend.clearFaults()
            #expect(try await home.table("servicepoints").contains(" Deux\n"))
            #expect(try await home.table("servicepoints", "unassign", "Table 1").hasSuffix(" No beacon assigned\n"))
        }
    }

    @Test("a beacon is taken away from another service point after a yes alone, which is told which that is")
    func taken() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(try await home.payfrit("beacons", "add", "One", "--uuid", Self.uuids[0]).status == 0)
            // The backend has created a service point with the beacon's name, so that this needs
            // `--yes`.
            #expect(try await home.payfrit("servicepoints", "assign", "Table 3", "One", "--yes").status == 0)
            // The beacon is already at this service point, so that no other one loses it.
            #expect(try await home.payfrit("servicepoints", "assign", "Table 3", "One").status == 0)
            let asked = try await home.payfrit("servicepoints", "assign", "Table 1", "One", "--json")
            #expect(asked.status == 64 && asked.errors.contains("Beacon \"One\" is at service point \"Table 3\""))
            #expect(try asked.code() == "needs-yes")
            let kept = try await home.table("servicepoints").split(separator: "\n")
            #expect(kept.first { $0.contains("Table 3") }?.hasSuffix(" One") == true)
            #expect(
                try await home.table("servicepoints", "assign", "Table 1", "One", "--yes").hasSuffix(" One\n"))
            let moved = try await home.table("servicepoints").split(separator: "\n")
            #expect(moved.first { $0.contains("Table 3") }?.hasSuffix("No beacon assigned") == true)
        }
    }

    @Test("nothing is deleted without a yes, and the warning names the service points")
    func confirmation() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(try await home.payfrit("beacons", "add", "One", "--uuid", Self.uuids[0]).status == 0)
            #expect(try await home.payfrit("servicepoints", "assign", "Table 3", "One", "--yes").status == 0)
            let asked = try await home.payfrit("beacons", "delete", "One", "--json")
            #expect(asked.status == 64 && asked.errors.contains("Table 3 is left without a beacon"), "\(asked.errors)")
            #expect(try asked.code() == "needs-yes")
            #expect(
                try await home.payfrit("beacons", "delete", "One", "--yes").output.hasSuffix(
                    "Beacon \"One\" is deleted.\n"))
            #expect(try await home.table("beacons").contains("✗ One"))
            let points = try await home.table("servicepoints").split(separator: "\n")
            #expect(points.first { $0.contains("Table 3") }?.hasSuffix("No beacon assigned") == true)
        }
    }

    @Test("of three that are deleted at once, the one that the backend refuses is told and still there")
    func three() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            for (name, uuid) in zip(["One", "Two", "Three"], Self.uuids) {
                #expect(try await home.payfrit("beacons", "add", name, "--uuid", uuid).status == 0)
            }
            try await home.backend.add(Fault(.refuse, path: "/beacons/wipe.php", error: "It is in use."))
            let ending = try await home.payfrit("beacons", "delete", "One", "Two", "Three", "--yes", "--json")
            #expect(ending.status == 65)
            #expect(try ending.code() == "not-all-gone")
            let lines = try ending.objects()
            #expect(lines.count { $0["type"] as? String == "deletion" && $0["gone"] as? Bool == true } == 2)
            #expect(lines.last?["still_there"] as? Int == 1 && lines.last?["gone"] as? Int == 2)
            let list = try await home.table("beacons")
            #expect(list.split(separator: "\n").count { $0.contains(" ✓ ") } == 1)
            #expect(list.split(separator: "\n").count { $0.contains(" ✗ ") } == 2)
            try await home.backend.add(Fault(.cut, path: "/beacons/wipe.php", times: 100))
            let failed = try await home.payfrit("wipe", "One", "--yes")
            #expect(
                failed.status == 75 && failed.output.contains("Beacon \"One\" may be still there"), "\(failed.output)")
        }
    }

    @Test("service points are made and changed where the API can, and where it cannot that is said")
    func servicePoints() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(
                try await home.table("servicepoints", "add", "Bar", "--type", "3", "--code", "B").contains("● Bar "))
            let edited = try await home.table("servicepoints", "edit", "Bar", "--name", "Long Bar", "--no-active")
            #expect(edited.contains("○ Long Bar "))
            let list = try await home.table("servicepoints")
            #expect(list.contains(" type 3 ") && list.hasSuffix("not give the kind's name.\n"), "\(list)")
            let refused = try await home.payfrit("servicepoints", "edit", "Long Bar", "--type", "99")
            #expect(refused.status == 65 && refused.errors.contains("There is no type 99"))
        }
        try await PayfritHome.with(api: "cfm") { home in
            try await home.logInByPassword()
            let list = try await home.table("servicepoints")
            #expect(list.contains(" Table  No beacon assigned") && !list.contains("type N"))
            let made = try await home.payfrit("servicepoints", "add", "Bar", "--json")
            #expect(made.status == 69)
            #expect(try made.code() == "payfrit-not-in-this-api")
        }
    }

    @Test("the older API lists, makes, changes, assigns and deletes beacons, too")
    func olderAPI() async throws {
        try await PayfritHome.with(api: "cfm") { home in
            try await home.logInByPassword()
            #expect(try await home.table("beacons").hasPrefix("No beacons yet"))
            #expect(try await home.table("beacons", "add", "One", "--uuid", Self.uuids[0]).contains("✓ One "))
            #expect(try await home.table("servicepoints", "assign", "Table 2", "One").hasSuffix(" One\n"))
            #expect(try await home.table("beacons", "edit", "One", "--name", "Uno").contains("✓ Uno "))
            #expect(try await home.table("servicepoints").contains(" Uno\n"))
            #expect(try await home.table("servicepoints", "unassign", "Table 2").hasSuffix("No beacon assigned\n"))
            #expect(try await home.table("beacons", "delete", "Uno", "--yes") == "Beacon \"Uno\" is deleted.\n")
            #expect(try await home.table("beacons").hasPrefix("No beacons yet"))
        }
    }

    @Test("the owner of a UUID and a major is asked for with a login")
    func owner() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(
                try await home.table("lookup", Self.uuids[0], "--major", "1") == "No business has \(Self.uuids[0])/1.\n"
            )
        }
    }

    @Test("what is registered with a UUID is found without a login")
    func lookup() async throws {
        try await PayfritHome.with { home in
            try await home.logIn()
            #expect(try await home.payfrit("beacons", "add", "One", "--uuid", Self.uuids[0]).status == 0)
            #expect(try await home.payfrit("logout").status == 0)
            #expect(try await home.table("lookup", Self.uuids[0]).contains("✓ One "))
            let none = try await home.table("lookup", "48:87:2d:11:00:01")
            #expect(none == "Nothing is registered with 48:87:2d:11:00:01.\n")
            #expect(try await home.payfrit("lookup", Self.uuids[0], "--major", "1").status == 77)
        }
    }
}
