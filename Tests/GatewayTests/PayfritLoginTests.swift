import TestSupport
import Foundation
import GatewayModel
import Payfrit
import Testing

@testable import Gateway

@Suite struct PayfritLoginTests {
    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test("a login is kept for this user alone, and known to the next gateway; a logout takes it away")
    func kept() async throws {
        try await withFolder { folder in
            let rig = try PayfritRig(folder: folder)
            let status = try await rig.logIn()
            #expect(status.user == PayfritUser(id: 7, name: "Kim"))
            // The user's only business.
            #expect(status.business == PayfritBusiness(id: 3, name: "Marl Bar"))
            #expect(Self.mode(folder + "/payfrit.json") == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["payfrit.json"])
            let next = try PayfritRig(folder: folder)
            #expect(try await next.service.status().user?.name == "Kim")
            #expect(try await next.service.directory.servicePoints().servicePoints.isEmpty)
            try await next.service.account.logout()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            #expect(try await PayfritRig(folder: folder).service.status().user == nil)
        }
    }

    @Test("a refused token does not undo a login or logout made by another process")
    func beside() async throws {
        try await withFolder { folder in
            let rigs = try (0..<3).map { _ in try PayfritRig(folder: folder) }
            try await rigs[0].logIn()
            #expect(try await rigs[1].service.status().user?.name == "Kim")
            rigs[2].server.change { $0.token = "token-2" }
            try await rigs[2].logIn()
            for rig in rigs[..<2] { rig.server.change { $0.token = "token-2" } }
            await #expect(throws: PayfritServiceError.loggedOut) { try await rigs[0].service.directory.servicePoints() }
            #expect(try PayfritSessionFile(folder: folder).read()?.token == "token-2")
            #expect(try await rigs[0].service.directory.servicePoints().servicePoints.isEmpty)
            try await rigs[2].service.account.logout()
            await #expect(throws: PayfritServiceError.loggedOut) { try await rigs[1].service.directory.servicePoints() }
            #expect(try await rigs[1].service.status().user == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test("the backend's notice at a login is passed on, and so is a clock that differs from its own")
    func notice() async throws {
        let rig = try PayfritRig()
        rig.server.change { ($0.notice, $0.clockGap) = ("Hello", .seconds(119)) }
        try await rig.service.account.sendOTP(PayfritOTPRequest(phone: "+49123456"))
        let status = try await rig.service.status()
        #expect(status.notice == "Hello" && status.clockBehindSeconds == nil && !status.isExposed)
        rig.server.change { $0.clockGap = .seconds(-7_200) }
        #expect(try await rig.service.status().clockBehindSeconds == -7_200)
        rig.server.change { $0.notice = nil }
        try await rig.service.account.sendOTP(PayfritOTPRequest(phone: "+49123456"))
        #expect(try await rig.service.status().notice == nil)
        #expect(try await PayfritRig(environment: "http://payfrit.lan/api").service.status().isExposed)
    }

    @Test("a file that others may read is not used, and said to be so", arguments: [mode_t(0o640), 0o604, 0o620])
    func open(_ mode: mode_t) async throws {
        try await withFolder { folder in
            let path = folder + "/payfrit.json"
            try await PayfritRig(folder: folder).logIn()
            try #require(chmod(path, mode) == 0)
            #expect(throws: PayfritServiceError.openSessionFile(path: path, mode: UInt32(mode))) {
                try PayfritSessionFile(folder: folder).read()
            }
            let rig = try PayfritRig(folder: folder)
            let status = try await rig.service.status()
            #expect(status.user == nil && status.unusedLogin?.contains("openSessionFile") == true)
            // The next login replaces the file.
            try await rig.logIn()
            #expect(Self.mode(path) == 0o600)
        }
    }

    @Test("what is no login is not used", arguments: ["", "{", "[]", "{\"token\": \"t\"}"])
    func damaged(_ text: String) async throws {
        try await withFolder { folder in
            let path = folder + "/payfrit.json"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            try #require(chmod(path, 0o600) == 0)
            #expect(throws: PayfritServiceError.badSessionFile(path: path)) {
                try PayfritSessionFile(folder: folder).read()
            }
            #expect(try await PayfritRig(folder: folder).service.status().user == nil)
        }
    }

    @Test("a link in the place of the file is not followed, and too long a file not read")
    func strange() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "perch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = PayfritSessionFile(folder: folder)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/null")
        #expect(throws: PayfritServiceError.cannotUseSessionFile(path: file.path, errno: ELOOP)) { try file.read() }
        try FileManager.default.removeItem(atPath: file.path)
        try Data(repeating: 0x20, count: 100_000).write(to: URL(fileURLWithPath: file.path))
        try #require(chmod(file.path, 0o600) == 0)
        #expect(throws: PayfritServiceError.badSessionFile(path: file.path)) { try file.read() }
    }

    @Test(
        "a login of another backend or another generation is kept and not used",
        arguments: [("prod", "php"), ("http://127.0.0.1:8090/api", "php"), ("dev", "cfm")])
    func elsewhere(_ environment: String, _ api: String) async throws {
        try await withFolder { folder in
            try await PayfritRig(folder: folder).logIn()
            let rig = try PayfritRig(environment: environment, api: api, folder: folder)
            let status = try await rig.service.status()
            #expect(status.user == nil && status.unusedLogin?.contains("https://dev.payfrit.com/api (php)") == true)
            #expect(
                status.environment == environment && status.api.rawValue == api
                    && status.isDev == (environment != "prod"))
            await #expect(throws: PayfritServiceError.notLoggedIn) { try await rig.service.account.businesses() }
            #expect(try await PayfritRig(folder: folder).service.status().user?.name == "Kim")
        }
    }

    @Test("no text of a login has its token")
    func secret() {
        let state = PayfritLoginState(base: "b", api: "php", token: "s3cret", name: "Kim")
        var dumped = ""
        dump(state, to: &dumped)
        for text in ["\(state)", String(reflecting: state), dumped, "\([state])"] {
            #expect(!text.contains("s3cret"), "\(text)")
        }
        var login = ""
        dump(PayfritLogin(phone: "1", otp: "s3cret", password: "s3cret"), to: &login)
        for text in ["\(PayfritLogin(phone: "1", otp: "s3cret"))", login] { #expect(!text.contains("s3cret")) }
    }

    @Test("an expired token is deleted, on the disk too")
    func unauthorized() async throws {
        try await withFolder { folder in
            let rig = try PayfritRig(folder: folder)
            try await rig.logIn()
            rig.server.change { $0.token = "another" }
            await #expect(throws: PayfritServiceError.loggedOut) { try await rig.service.directory.beacons() }
            let kept = try #require(try PayfritSessionFile(folder: folder).read())
            #expect(kept.isEnded && kept.business == 3 && kept.name == "Kim")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["payfrit.json"])
            #expect(try await PayfritRig(folder: folder).service.status().user == nil)
            #expect(try await rig.titles() == ["Logged in to Payfrit", "Logged out of Payfrit"])
            #expect(try await rig.service.status().lastError?.message.contains("loggedOut") == true)
            await #expect(throws: PayfritServiceError.notLoggedIn) { try await rig.service.directory.beacons() }
        }
    }

    @Test("a business stays chosen over a login that has ended, for the same user and as long as it is in the list")
    func chosenAgain() async throws {
        try await withFolder { folder in
            let rig = try PayfritRig(folder: folder)
            func endLogin() async throws {
                rig.server.change { $0.token += "1" }
                await #expect(throws: PayfritServiceError.loggedOut) { try await rig.service.directory.beacons() }
            }
            rig.server.change { $0.businesses = [Business(id: 3, name: "Marl Bar"), Business(id: 4, name: "Pub")] }
            try await rig.logIn()
            _ = try await rig.service.account.use(PayfritBusinessChoice(business: "Pub"))
            try await endLogin()
            for path in try FileManager.default.contentsOfDirectory(atPath: folder) {
                #expect(try !String(contentsOfFile: folder + "/" + path, encoding: .utf8).contains("token-1"))
            }
            #expect(try await rig.logIn().business?.name == "Pub")
            try await endLogin()
            // The next gateway knows the business, too, since each verb has a gateway of its own.
            let next = try PayfritRig(server: rig.server, folder: folder)
            #expect(try await next.logIn().business?.name == "Pub")
            try await next.service.account.logout()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            #expect(try await next.logIn().business == nil)
            try await rig.logIn()
            _ = try await rig.service.account.use(PayfritBusinessChoice(business: "Pub"))
            try await endLogin()
            rig.server.change { $0.user = "Lee" }
            #expect(try await rig.logIn().business == nil)
            _ = try await rig.service.account.use(PayfritBusinessChoice(business: "Pub"))
            try await endLogin()
            rig.server.change { $0.businesses = [Business(id: 3, name: "Marl Bar"), Business(id: 5, name: "Inn")] }
            #expect(try await rig.logIn().business == nil)
        }
    }

    @Test("what was left by a gateway that was killed while it wrote the login goes with the login")
    func draft() async throws {
        try await withFolder { folder in
            try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/payfrit.json.new"))
            try await PayfritRig(folder: folder).service.account.logout()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test("a login needs one kind of credentials, whole; one that is refused changes nothing")
    func incomplete() async throws {
        let rig = try PayfritRig()
        for order in [
            PayfritLogin(), PayfritLogin(phone: "123"), PayfritLogin(username: "a"),
            PayfritLogin(username: "", password: "x"),
            PayfritLogin(phone: "123", otp: "1", username: "a", password: "b"),
        ] {
            await #expect(throws: PayfritServiceError.incompleteLogin) { try await rig.service.login(order) }
        }
        try await rig.logIn()
        await #expect(throws: PayfritError.refused("Invalid email/phone or password")) {
            try await rig.service.login(PayfritLogin(username: "kim", password: "wrong"))
        }
        #expect(try await rig.service.status().user?.name == "Kim")
        for phone in ["", "+", "12", "call me", "+123456789012345678901"] {
            await #expect(throws: PayfritServiceError.self) {
                try await rig.service.account.sendOTP(PayfritOTPRequest(phone: phone))
            }
        }
        try await rig.service.account.sendOTP(PayfritOTPRequest(phone: "+49 (0)123-45"))
        #expect(rig.server.state.log.last == "sendOTP +49012345")
    }

    @Test("a business is chosen by its number, its name or a beginning that no other has, and kept")
    func business() async throws {
        try await withFolder { folder in
            let rig = try PayfritRig(folder: folder)
            rig.server.change { state in
                state.businesses = [
                    Business(id: 3, name: "Marl Bar"), Business(id: 4, name: "Marl"), Business(id: 5, name: "5"),
                    Business(id: 6, name: "Harbour"), Business(id: 7, name: "harbour"),
                ]
            }
            #expect(try await rig.logIn().business == nil)
            await #expect(throws: PayfritServiceError.noBusiness) { try await rig.service.directory.beacons() }
            for (text, id) in [("3", 3), ("marl", 4), ("MARL B", 3), ("5", 5)] {
                #expect(try await rig.service.account.use(PayfritBusinessChoice(business: text)).id == id)
            }
            await #expect(
                throws: PayfritServiceError.ambiguousBusiness("Harbour", matches: ["Harbour (6)", "harbour (7)"])
            ) { try await rig.service.account.use(PayfritBusinessChoice(business: "Harbour")) }
            for text in ["", "Pub"] {
                await #expect(throws: PayfritServiceError.self) {
                    try await rig.service.account.use(PayfritBusinessChoice(business: text))
                }
            }
            #expect(try await PayfritRig(folder: folder).service.status().business?.id == 5)
        }
    }

    @Test("a setting that means no backend is told with everything that needs one")
    func badSetting() async throws {
        let rig = try PayfritRig(environment: "nowhere")
        await #expect(throws: PayfritError.self) { try await rig.service.status() }
        await #expect(throws: PayfritError.self) { try await rig.logIn() }
        try await rig.delivering {
            await eventually("nothing is tried") { rig.service.tools.gate.held == .notSetUp }
        }
    }
}
