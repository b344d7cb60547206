import Advertising
import LineFormats
import Payfrit

extension OperationCase {
    private static let identityJSON = #""UUID":"\#(Sample.uuidText)","Major":12,"Minor":65535"#

    static let sharding = [
        OperationCase(
            .php, "/beacon-sharding/allocate_business_namespace.php", sends: #"{"BusinessID":7}"#,
            gets: #"{"OK":true,"BusinessID":7,"UUID":"\#(Sample.uuidText)","Major":12}"#,
            expecting: BeaconNamespace(uuid: Sample.uuid, major: 12)
        ) { try await $0.namespace(someSession) },
        OperationCase(
            .php, "/beacon-sharding/allocate_servicepoint_minor.php", sends: #"{"BusinessID":7,"ServicePointID":5}"#,
            gets: #"{"OK":true,"ServicePointID":5,"Minor":3}"#, expecting: UInt16(3)
        ) { try await $0.minor(servicePoint: 5, someSession) },
        OperationCase(
            .php, "/beacon-sharding/get_beacon_config.php", sends: #"{"BusinessID":7,"ServicePointID":5}"#,
            gets: #"""
                {"OK":true,"Config":{\#(identityJSON),"Name":"Table 1","MeasuredPower":-59,"AdvInterval":5,"TxPower":7}}
                """#,
            expecting: BeaconConfig(
                identity: Sample.identity, name: "Table 1", rssiAt1mDBm: -59, intervalUnits: 5, txPowerIndex: 7)
        ) { try await $0.beaconConfig(servicePoint: 5, someSession) },
        OperationCase(
            .php, "/beacon-sharding/register_beacon_hardware.php", key: "k-1",
            sends: #"""
                {"BusinessID":7,"ServicePointID":5,\#(identityJSON),"MacAddress":"48:87:2D:11:00:01","Name":"Table 1"}
                """#,
            gets: #"{"OK":true,"Created":false,"Beacon":\#(Sample.beaconJSON)}"#,
            expecting: RegisteredHardware(created: false, beacon: Sample.beacon)
        ) {
            let hardware = HardwareRegistration(
                servicePoint: 5, identity: Sample.identity, address: Sample.address, name: "Table 1")
            return try await $0.registerHardware(hardware, key: "k-1", someSession)
        },
        OperationCase(
            .php, "/beacon-sharding/verify_beacon_broadcast.php", key: "k_2",
            sends: #"""
                {"BusinessID":7,\#(identityJSON),"MacAddress":"48:87:2D:11:00:01","RSSI":-61,"SeenAt":"1970-01-01T00:00:01.000000Z"}
                """#,
            gets: #"{"OK":true}"#, expecting: Nothing()
        ) {
            let sighting = BroadcastSighting(
                identity: Sample.identity, address: Sample.address, rssiDBm: -61,
                seenAt: Timestamp(microsecondsSince1970: 1_000_000))
            try await $0.verifyBroadcast(sighting, key: "k_2", someSession)
            return Nothing()
        },
        OperationCase(
            .php, "/beacon-sharding/resolve_business.php", sends: #"{"UUID":"\#(Sample.uuidText)","Major":12}"#,
            gets: #"{"OK":true,"Business":\#(Sample.businessJSON)}"#, expecting: Sample.business as Business?
        ) { try await $0.resolveBusiness(uuid: Sample.uuid, major: 12, someSession) },
        OperationCase(
            .php, "/beacon-sharding/resolve_business.php", sends: #"{"UUID":"\#(Sample.uuidText)","Major":12}"#,
            gets: #"{"OK":false,"ERROR":"Nobody's"}"#, expecting: nil as Business?
        ) { try await $0.resolveBusiness(uuid: Sample.uuid, major: 12, someSession) },
    ]

    static let beaconsOfPHP = [
        OperationCase(
            .php, "/beacons/list.php", sends: #"{"BusinessID":7}"#,
            gets: #"{"OK":true,"Beacons":[\#(Sample.beaconJSON)]}"#, expecting: Rows([Sample.beacon])
        ) { try await $0.beacons(someSession) },
        OperationCase(
            .php, "/beacons/list.php", sends: #"{"BusinessID":7}"#,
            gets: #"{"OK":true,"Beacons":[\#(Sample.beaconJSON)]}"#, expecting: Sample.beacon
        ) { try await $0.beacon(31, someSession) },
        OperationCase(
            .php, "/beacons/save.php", key: "k-3",
            sends:
                #"{"BusinessID":7,"Name":"Table 1","UUID":"\#(Sample.uuidText)","IsActive":true,"ServicePointID":5}"#,
            gets: #"{"OK":true,"Beacon":\#(Sample.beaconJSON),"ServicePoint":\#(Sample.pointJSON)}"#,
            expecting: Sample.beacon
        ) {
            let draft = BeaconDraft(name: "Table 1", uuid: Sample.uuid, servicePoint: 5)
            return try await $0.createBeacon(draft, key: "k-3", someSession)
        },
        OperationCase(
            .php, "/beacons/save.php",
            sends: #"{"BusinessID":7,"ID":31,"Name":"Bar","UUID":"\#(Sample.uuidText)","IsActive":false}"#,
            gets: #"{"OK":true,"Beacon":\#(Sample.beaconJSON)}"#, expecting: Sample.beacon
        ) {
            let change = BeaconChange(name: "Bar", uuid: Sample.uuid, isActive: false)
            return try await $0.updateBeacon(31, change, someSession)
        },
        OperationCase(
            .php, "/beacons/wipe.php", sends: #"{"BusinessID":7,"BeaconID":31}"#, gets: #"{"OK":true}"#,
            expecting: Nothing()
        ) {
            try await $0.deleteBeacon(31, someSession)
            return Nothing()
        },
    ]

    static let beaconsOfCFM = [
        OperationCase(
            .cfm, "/beacons/list.cfm", sends: #"{"BusinessID":7}"#,
            gets: #"{"OK":true,"Beacons":[\#(Sample.beaconJSON)]}"#, expecting: Rows([Sample.beacon])
        ) { try await $0.beacons(someSession) },
        OperationCase(
            .cfm, "/beacons/get.cfm", sends: #"{"BusinessID":7,"BeaconID":31}"#,
            gets: #"{"OK":true,"Beacon":\#(Sample.beaconJSON)}"#, expecting: Sample.beacon
        ) { try await $0.beacon(31, someSession) },
        OperationCase(
            .cfm, "/beacons/create.cfm",
            sends: #"{"BusinessID":7,"Name":"Table 1","UUID":"\#(Sample.uuidText)","IsActive":false}"#,
            gets: #"{"OK":true,"Beacon":\#(Sample.beaconJSON)}"#, expecting: Sample.beacon
        ) {
            let draft = BeaconDraft(name: "Table 1", uuid: Sample.uuid, isActive: false)
            return try await $0.createBeacon(draft, someSession)
        },
        OperationCase(
            .cfm, "/beacons/update.cfm", sends: #"{"BusinessID":7,"BeaconID":31,"IsActive":false}"#,
            gets: #"{"OK":true,"Beacon":\#(Sample.beaconJSON)}"#, expecting: Sample.beacon
        ) { try await $0.updateBeacon(31, BeaconChange(isActive: false), someSession) },
        OperationCase(
            .cfm, "/beacons/delete.cfm", sends: #"{"BusinessID":7,"BeaconID":31}"#, gets: #"{"OK":true}"#,
            expecting: Nothing()
        ) {
            try await $0.deleteBeacon(31, someSession)
            return Nothing()
        },
    ]
}
