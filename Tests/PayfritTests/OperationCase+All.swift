import Advertising
import LineFormats
import Payfrit

extension OperationCase {
    static let all = login + businesses + servicePoints + sharding + lookups + beaconsOfPHP + beaconsOfCFM

    private static let login = [
        OperationCase(
            .php, "/auth/loginOTP.php", token: false, sends: #"{"Phone":"+431234"}"#, gets: #"{"OK":true}"#,
            expecting: String?.none
        ) { try await $0.sendOTP(phone: "+431234") },
        OperationCase(
            .php, "/auth/loginOTP.php", token: false, sends: #"{"Phone":"+431234"}"#,
            gets: #"{"OK":true,"MESSAGE":"DEV MODE\u001b[1m: 123456\n"}"#, expecting: "DEV MODE [1m: 123456" as String?
        ) { try await $0.sendOTP(phone: "+431234") },
        OperationCase(
            .php, "/auth/verifyLoginOTP.php", token: false, sends: #"{"Phone":"+431234","OTP":"123456"}"#,
            gets: #"{"OK":true,"Token":"abc.def","UserID":9,"Name":"Jo"}"#,
            expecting: Login(token: "abc.def", user: 9, name: "Jo")
        ) { try await $0.verifyOTP(phone: "+431234", password: "123456") },
        OperationCase(
            .cfm, "/auth/login.cfm", token: false, sends: #"{"Username":"a@b.c","Password":"pa\"ss"}"#,
            gets: #"{"OK":true,"Token":"abc"}"#, expecting: Login(token: "abc")
        ) { try await $0.login(username: "a@b.c", password: "pa\"ss") },
    ]

    private static let businesses = [
        OperationCase(
            .php, "/businesses/list.php", sends: "{}",
            gets: #"{"OK":true,"Businesses":[\#(Sample.businessJSON),{"ID":8,"Name":"B"}]}"#,
            expecting: Rows([Sample.business, Business(id: 8, name: "B")])
        ) { try await $0.businesses(someSession) },
        OperationCase(
            .cfm, "/workers/myBusinesses.cfm", sends: "{}", gets: #"{"OK":true,"Businesses":[]}"#,
            expecting: Rows([Business]())
        ) { try await $0.businesses(someSession) },
        OperationCase(
            .php, "/businesses/get.php", sends: #"{"BusinessID":7}"#,
            gets: #"{"OK":true,"Business":\#(Sample.businessJSON)}"#, expecting: Sample.business
        ) { try await $0.business(7, someSession) },
        OperationCase(
            .cfm, "/workers/myBusinesses.cfm", sends: "{}",
            gets: #"{"OK":true,"Businesses":[{"ID":8,"Name":"B"},\#(Sample.businessJSON)]}"#,
            expecting: Sample.business
        ) { try await $0.business(7, someSession) },
    ]

    private static let servicePoints = [
        OperationCase(
            .php, "/servicepoints/list.php", sends: #"{"BusinessID":7}"#,
            gets: #"{"OK":true,"ServicePoints":[\#(Sample.pointJSON)]}"#, expecting: Rows([Sample.point])
        ) { try await $0.servicePoints(someSession) },
        OperationCase(
            .cfm, "/servicePoints/list.cfm", sends: #"{"BusinessID":7}"#,
            gets: #"{"OK":true,"ServicePoints":[\#(Sample.pointJSON)]}"#, expecting: Rows([Sample.point])
        ) { try await $0.servicePoints(someSession) },
        OperationCase(
            .php, "/servicepoints/save.php", sends: #"{"BusinessID":7,"Name":"Table 1"}"#,
            gets: #"{"OK":true,"ServicePoint":\#(Sample.pointJSON)}"#, expecting: Sample.point
        ) { try await $0.saveServicePoint(ServicePointChange(name: "Table 1"), someSession) },
        OperationCase(
            .php, "/servicepoints/save.php",
            sends: """
                {"BusinessID":7,"ID":5,"Name":"Table 1","TypeID":2,"Code":"T1","SortOrder":10,"IsActive":false,"BeaconID":31}
                """,
            gets: #"{"OK":true,"ServicePoint":\#(Sample.pointJSON)}"#, expecting: Sample.point
        ) {
            let change = ServicePointChange(
                id: 5, name: "Table 1", type: 2, code: "T1", sortOrder: 10, isActive: false, beacon: .beacon(31))
            return try await $0.saveServicePoint(change, someSession)
        },
        OperationCase(
            .php, "/servicepoints/save.php", sends: #"{"BusinessID":7,"ID":5,"BeaconID":null}"#,
            gets: #"{"OK":true,"ServicePoint":\#(Sample.pointJSON)}"#, expecting: Sample.point
        ) { try await $0.saveServicePoint(ServicePointChange(id: 5, beacon: .removed), someSession) },
        OperationCase(
            .cfm, "/servicePoints/types.cfm", sends: "{}",
            gets: #"{"OK":true,"Types":[{"ID":1,"Name":"Table"},{"ID":2,"Name":"Bar"}]}"#,
            expecting: Rows([ServicePointType(id: 1, name: "Table"), ServicePointType(id: 2, name: "Bar")])
        ) { try await $0.servicePointTypes(someSession) },
        OperationCase(
            .php, "/servicepoints/save.php", sends: #"{"BusinessID":7,"ID":5,"BeaconID":31}"#,
            gets: #"{"OK":true,"ServicePoint":\#(Sample.pointJSON)}"#, expecting: Sample.point
        ) { try await $0.assign(beacon: 31, toServicePoint: 5, someSession) },
        OperationCase(
            .php, "/servicepoints/save.php", sends: #"{"BusinessID":7,"ID":5,"BeaconID":null}"#,
            gets: #"{"OK":true,"ServicePoint":\#(Sample.pointJSON)}"#, expecting: Sample.point
        ) { try await $0.assign(beacon: nil, toServicePoint: 5, someSession) },
        OperationCase(
            .cfm, "/servicePoints/assignBeacon.cfm", sends: #"{"BusinessID":7,"ServicePointID":5,"BeaconID":31}"#,
            gets: #"{"OK":true,"ServicePoint":\#(Sample.pointJSON)}"#, expecting: Sample.point
        ) { try await $0.assign(beacon: 31, toServicePoint: 5, someSession) },
        OperationCase(
            .cfm, "/servicePoints/assignBeacon.cfm", sends: #"{"BusinessID":7,"ServicePointID":5,"BeaconID":null}"#,
            gets: #"{"OK":true,"ServicePoint":\#(Sample.pointJSON)}"#, expecting: Sample.point
        ) { try await $0.assign(beacon: nil, toServicePoint: 5, someSession) },
    ]

    private static let lookups = [
        OperationCase(
            .php, "/beacons/list_all.php", method: "GET", token: false, sends: nil,
            gets: #"{"OK":true,"Beacons":[\#(Sample.beaconJSON)]}"#, expecting: Rows([Sample.beacon])
        ) { try await $0.allBeacons() },
        OperationCase(
            .php, "/beacons/lookup.php", token: false, sends: #"{"UUIDs":["\#(Sample.uuidText)"]}"#,
            gets: #"{"OK":true,"Beacons":[\#(Sample.beaconJSON)]}"#, expecting: Rows([Sample.beacon])
        ) { try await $0.lookup(uuids: [Sample.uuid]) },
        OperationCase(
            .php, "/beacons/lookupByMac.php", token: false, sends: #"{"MacAddress":"48:87:2D:11:00:01"}"#,
            gets: #"{"OK":true,"Beacon":\#(Sample.beaconJSON)}"#, expecting: Sample.beacon as Beacon?
        ) { try await $0.lookup(mac: Sample.address) },
        OperationCase(
            .php, "/beacons/lookupByMac.php", token: false, sends: #"{"MacAddress":"48:87:2D:11:00:01"}"#,
            gets: #"{"OK":true,"Beacon":null}"#, expecting: nil as Beacon?
        ) { try await $0.lookup(mac: Sample.address) },
    ]
}
