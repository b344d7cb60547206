import Testing

@testable import Settings

@Suite struct PlacesTests {
    @Test("what the service manager names counts first")
    func service() {
        let places = Places(
            environment: [
                "RUNTIME_DIRECTORY": "/run/perch:/run/other", "STATE_DIRECTORY": "/var/lib/private/perch",
                "XDG_RUNTIME_DIR": "/run/user/0", "XDG_STATE_HOME": "/x", "HOME": "/",
            ], userID: 61_234)
        #expect(places.socket == "/run/perch/perch.sock")
        #expect(places.stateFolder == "/var/lib/private/perch")
        #expect(places.settingsFiles == ["/etc/perch/perch.toml", "/.config/perch/perch.toml"])
        #expect(places.socketsToTry == ["/run/perch/perch.sock"])
    }

    @Test("a user's folders are those of XDG")
    func xdg() {
        let places = Places(
            environment: [
                "XDG_RUNTIME_DIR": "/run/user/1000", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c", "HOME": "/h",
            ], userID: 1000)
        #expect(places.socket == "/run/user/1000/perch/perch.sock")
        #expect(places.stateFolder == "/s/perch")
        #expect(places.settingsFiles == ["/etc/perch/perch.toml", "/c/perch/perch.toml"])
        #expect(
            places.socketsToTry == [
                "/run/user/1000/perch/perch.sock", "/s/perch/perch.sock", "/run/perch/perch.sock",
            ])
    }

    @Test("without XDG_RUNTIME_DIR the socket is in the folder that the login has made, where there is one")
    func login() {
        let places = Places(environment: ["HOME": "/h"], userID: 1000) { $0 == "/run/user/1000" && $1 == 1000 }
        #expect(places.socket == "/run/user/1000/perch/perch.sock")
        #expect(places.socketsToTry.contains("/h/.local/state/perch/perch.sock"))
    }

    @Test("without XDG's variables, or with relative ones, they are below the home folder")
    func own() {
        for environment in [
            ["HOME": "/h"], ["HOME": "/h", "XDG_RUNTIME_DIR": "r", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "c"],
        ] {
            let places = Places(environment: environment, userID: 1000) { _, _ in false }
            #expect(places.socket == "/h/.local/state/perch/perch.sock")
            #expect(places.socketsToTry == [places.socket, Places.systemSocket])
            #expect(places.stateFolder == "/h/.local/state/perch")
            #expect(places.settingsFiles.last == "/h/.config/perch/perch.toml")
        }
    }

    @Test("root's are the system's")
    func root() {
        let places = Places(environment: ["HOME": "/root"], userID: 0)
        #expect(places.socket == "/run/perch/perch.sock")
        #expect(places.stateFolder == "/var/lib/perch")
        #expect(places.settingsFiles == ["/etc/perch/perch.toml", "/root/.config/perch/perch.toml"])
    }
}
