import Failures
import BeaconTracking
import Foundation
import Notifications
import Settings
import Store

extension Settings {
    /// Configuration of the tracker: capacity and distance model.
    var beacons: BeaconTracker.Configuration {
        var configuration = BeaconTracker.Configuration()
        configuration.capacity = beaconCapacity
        configuration.tellsAddressesApart = tellsAddressesApart
        configuration.distance =
            switch distanceModel {
            case "altbeacon": .altBeacon
            case "altbeacon-classic": .altBeaconClassic
            // The form of the number was checked when the settings were read.
            default: Double(pathLoss).map { .logDistance(exponent: $0) } ?? .indoors
            }
        return configuration
    }

    /// Retention of the store.
    var retention: Store.Retention {
        Store.Retention(
            newest: eventsKept, age: eventDays.map { .seconds(Int64($0) * 86_400) }, historyDays: historyDays,
            historyMegabytes: historyMegabytes)
    }

    /// Returns the settings from this user's files and the environment.
    static func ofThisUser(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(SettingsError) -> Settings {
        try SettingsSources(environment: environment, places: Places(environment: environment)).load().settings
    }

    /// Same as ``ofThisUser(environment:)``, for a verb that uses the settings. Writes remarks on
    /// the settings to standard error.
    static func forVerb() throws(SettingsError) -> Settings {
        let environment = ProcessInfo.processInfo.environment
        let effective = try SettingsSources(environment: environment, places: Places(environment: environment)).load()
        for remark in effective.remarks { say("perch: \(printable(remark.line))") }
        return effective.settings
    }

    /// Returns the folder of the database and token of this user's gateway; the default folder
    /// where the settings are invalid.
    static func stateFolder(environment: [String: String]) -> String {
        // Invalid settings are reported by the verbs that use them.
        (try? ofThisUser(environment: environment))?.stateFolder ?? Places(environment: environment).stateFolder
    }

    /// Returns the sockets that a gateway of this machine may serve, in the order in which a verb
    /// tries them. The one of this user's settings is first; invalid settings name none.
    static func socketsToTry(environment: [String: String]) -> [String] {
        let places = Places(environment: environment)
        let named = (try? ofThisUser(environment: environment))?.socket
        return places.sockets(first: named ?? places.socket)
    }

    /// Returns the configuration of the notifier: receivers of notices, and ways of delivery.
    ///
    /// - Throws: `SettingsError` where the webhooks' secret cannot be read.
    func notifier(environment: [String: String]) throws(SettingsError) -> Notifier.Configuration {
        var configuration = Notifier.Configuration()
        configuration.webhooks = webhooks
        if let webhookSecretFile { configuration.webhookSecret = try WebhookSecret.read(webhookSecretFile) }
        configuration.showsOnDesktop = notifiesDesktop
        configuration.command = notifyCommand
        configuration.environment = environment
        configuration.describe = { Failure($0).message }
        return configuration
    }
}
