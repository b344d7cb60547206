import TestSupport
import Foundation
import GRDB
import Testing

@testable import Store

@Suite struct MaintenanceTests {
    @Test("the size counts the log, and the schema is the newest step", arguments: Medium.allCases)
    func size(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let before = try await store.size()
            for _ in 1...3 { try await store.append(String(repeating: ".", count: 5_000)) }
            let after = try await store.size()
            #expect(before.events == 0 && after.events == 3)
            #expect(after.schema == "15-placement")
            switch medium {
            case .memory: #expect(before.bytes == nil && after.bytes == nil)
            case .disk: #expect(try #require(after.bytes) >= #require(before.bytes) + 15_000)
            }
        }
    }

    @Test("a damaged page is found, while the store goes on with what is whole")
    func damagedPage() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("perch.db")
        var store = try Store.open(path: path)
        for number in 1...50 { try await store.append("Event \(number) " + String(repeating: ".", count: 1_000)) }
        try await store.see("a")
        try store.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let page = try #require(bytes.range(of: Data("Event 40 ".utf8))).lowerBound / 4_096 * 4_096
        bytes.replaceSubrange(page..<page + 4_096, with: repeatElement(0xA5, count: 4_096))
        try bytes.write(to: URL(fileURLWithPath: path))

        store = try Store.open(path: path)
        #expect(try await store.quickCheck(within: .seconds(60)) != nil)
        let findings = try await store.check()
        #expect(!findings.isEmpty && findings.count <= 100)
        let copy = folder.path("copy.db")
        await #expect(throws: StoreError.corrupt(message: findings[0])) { try await store.backup(to: copy) }
        #expect(access(copy, F_OK) != 0)
        let error = await #expect(throws: StoreError.self) { try await store.ids() }
        guard case .corrupt = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await store.dongles.list().count == 1)
        try await store.see("b")
    }

    @Test("a reference to nothing is found, and no more than 100 findings are told", arguments: [1, 300])
    func references(_ count: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("perch.db")
        try Store.open(path: path).close()
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        try await DatabaseQueue(path: path, configuration: configuration).write { db in
            for _ in 1...count {
                try db.execute(sql: "INSERT INTO outage (dongle, began, cause) VALUES ('nobody', 1, 'unplugged')")
            }
        }
        let findings = try await Store.open(path: path).check()
        #expect(findings.count == min(count, 100))
        #expect(findings.first == "row 1 of outage refers to nothing in dongle")
    }

    @Test("a step of the schema that was released stays as it is")
    func released() async throws {
        let store = try Store.inMemory()
        let (names, schema) = try await store.database.writer.read { db in
            (
                try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations"),
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT name || ': ' || (SELECT group_concat(name || ' ' || type || iif("notnull", '!', ''), ', ')
                            FROM pragma_table_info(list.name)) || iif(strict, ' strict', '')
                        FROM pragma_table_list AS list WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'grdb_migrations'
                        ORDER BY name
                        """)
            )
        }
        #expect(
            names == [
                "1-dongles-and-events", "2-beacons", "3-provisioning", "4-flockfinder", "5-confidences", "6-payfrit",
                "7-service-point-begun", "8-runs-of-tables", "9-pattern-undo", "10-registered-when",
                "11-backend-beacons", "12-lived-time", "13-event-level", "14-program", "15-placement",
            ])
        // Columns that every table of patterns has.
        let ofPatterns =
            "device_type TEXT!, enabled INTEGER!, custom INTEGER!, created_at INTEGER!, updated_at INTEGER!, "
            + "source TEXT, confidence INTEGER, description TEXT, bundle TEXT, edited INTEGER!, switched INTEGER! strict"
        #expect(
            schema == [
                "backend_beacon: id INTEGER, uuid BLOB!, major INTEGER, minor INTEGER, address INTEGER, name TEXT, "
                    + "business INTEGER!, business_name TEXT strict",
                "backend_beacon_list: base TEXT!, read INTEGER! strict",
                "beacon: number INTEGER, uuid BLOB!, major INTEGER!, minor INTEGER!, alias TEXT, power_at_1m REAL, "
                    + "power_spread REAL, power_samples INTEGER, calibrated INTEGER, first_seen INTEGER, "
                    + "last_seen INTEGER strict",
                "ble_patterns: id INTEGER, pattern TEXT!, pattern_type TEXT!, " + ofPatterns,
                "config_device: device TEXT!, name TEXT, address_type TEXT, profile TEXT!, dialect TEXT!, "
                    + "version INTEGER!, base BLOB, synced_at INTEGER, held BLOB!, held_at INTEGER!, saved BLOB, "
                    + "saved_at INTEGER, is_save_proven INTEGER!, is_simulated INTEGER! strict",
                "config_transfer: id INTEGER, device TEXT!, action TEXT!, phase TEXT!, wanted BLOB, previous BLOB, "
                    + "outcome TEXT, detail TEXT!, began_at INTEGER!, updated_at INTEGER! strict",
                "detection: key TEXT!, name TEXT, device_types TEXT!, methods TEXT!, confidence INTEGER!, "
                    + "first_seen INTEGER!, last_seen INTEGER!, count INTEGER!, last_rssi INTEGER, best_rssi INTEGER, "
                    + "channel INTEGER, sources TEXT!, latitude REAL, longitude REAL, accuracy REAL, "
                    + "is_simulated INTEGER!, confidences TEXT! strict",
                "detection_mute: kind TEXT!, value TEXT!, created INTEGER! strict",
                "dongle: id TEXT!, alias TEXT, port TEXT!, firmware TEXT, is_simulated INTEGER!, "
                    + "first_seen INTEGER!, last_seen INTEGER! strict",
                "event: id INTEGER, at INTEGER!, kind TEXT!, title TEXT!, detail TEXT!, dongle TEXT, "
                    + "is_simulated INTEGER!, lived INTEGER!, level TEXT! strict",
                "history: minute INTEGER!, beacon INTEGER!, dongle INTEGER!, count INTEGER!, rssi_minimum INTEGER, "
                    + "rssi_mean INTEGER, rssi_maximum INTEGER, distance INTEGER strict",
                "history_dongle: number INTEGER, id TEXT! strict",
                "history_minute: minute INTEGER, lived INTEGER! strict",
                "lived_time: lived INTEGER! strict",
                "mac_patterns: id INTEGER, prefix TEXT!, " + ofPatterns,
                "outage: id INTEGER, dongle TEXT!, began INTEGER!, ended INTEGER, cause TEXT! strict",
                "outbox: id INTEGER, lane TEXT!, kind TEXT!, key TEXT!, body BLOB!, created INTEGER!, "
                    + "attempts INTEGER!, next_attempt INTEGER!, last_error TEXT, is_given_up INTEGER!, is_kept INTEGER! strict",
                "pattern_set: name TEXT!, version INTEGER!, loaded_at INTEGER! strict",
                "pattern_undo: id INTEGER, cause TEXT!, at INTEGER!, content TEXT!, rows_after INTEGER! strict",
                "payfrit_table: id INTEGER, base TEXT!, business INTEGER!, service_point INTEGER!, name TEXT!, uuid BLOB!, "
                    + "major INTEGER!, minor INTEGER!, rssi_at_1m INTEGER, interval_ms INTEGER, tx_power INTEGER, "
                    + "address INTEGER, run INTEGER, entry INTEGER, beacon INTEGER, registered_key TEXT, state TEXT!, "
                    + "reason TEXT, created INTEGER!, updated INTEGER!, runs_before INTEGER, business_name TEXT, "
                    + "registered INTEGER strict",
                "placement: uuid BLOB!, major INTEGER!, minor INTEGER!, average INTEGER!, at INTEGER! strict",
                "program: version TEXT! strict",
                "region: name TEXT!, uuid BLOB!, major INTEGER, minor INTEGER, enter_sightings INTEGER!, "
                    + "enter_within_ms INTEGER!, exit_after_ms INTEGER!, minimum_rssi INTEGER, created INTEGER!, "
                    + "state TEXT, state_since INTEGER strict",
                "removed_pattern: kind TEXT!, pattern TEXT!, case_sensitive INTEGER! strict",
                "run: id INTEGER, batch INTEGER!, address INTEGER!, address_type TEXT, profile TEXT!, name TEXT!, "
                    + "uuid BLOB!, major INTEGER!, minor INTEGER!, rssi_at_1m INTEGER!, interval_ms INTEGER!, "
                    + "tx_power INTEGER!, state TEXT!, step INTEGER!, save_begun INTEGER!, attempts INTEGER!, "
                    + "reason_code TEXT, reason_message TEXT, reason_hint TEXT, dongle TEXT, is_simulated INTEGER!, "
                    + "found_uuid BLOB, found_major INTEGER, found_minor INTEGER, seen_address INTEGER, "
                    + "seen_rssi INTEGER, refused_passwords TEXT!, created INTEGER!, updated INTEGER!, "
                    + "lines INTEGER!, dropped_lines INTEGER! strict",
                "run_baseline: run INTEGER, baseline BLOB! strict",
                "run_batch: id INTEGER, created INTEGER! strict",
                "run_line: run INTEGER!, number INTEGER!, at INTEGER!, attempt INTEGER!, phase TEXT!, kind TEXT!, "
                    + "step INTEGER, detail TEXT!, bytes BLOB strict",
                "run_total: id INTEGER, dropped INTEGER! strict",
                "scan_config: key TEXT!, value TEXT!, updated_at INTEGER! strict",
                "service_point_begun: base TEXT!, business INTEGER!, name TEXT! strict",
                "shard: place INTEGER, uuid BLOB! strict",
                "ssid_patterns: id INTEGER, pattern TEXT!, case_sensitive INTEGER!, " + ofPatterns,
            ])
    }
}
