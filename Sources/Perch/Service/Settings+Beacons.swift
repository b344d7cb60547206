import Failures
import BeaconTracking
import Foundation
import Notifications
import Settings
import Store

extension Settings {
    /// How beacons are judged, and how many are kept.
    var beacons: BeaconTracker.Configuration {
        var configuration = BeaconTracker.Configuration()
        configuration.capacity = beaconCapacity
        configuration.tellsAddressesApart = tellsAddressesApart
        configuration.distance =
            switch distanceModel {
            case "altbeacon-classic": .altBeaconClassic
            // Its form has been checked.
            case "log-distance": .logDistance(exponent: Double(pathLoss) ?? 2)
            default: .altBeacon
            }
        return configuration
    }

    /// What the store keeps.
    var retention: Store.Retention {
        Store.Retention(
            newest: eventsKept, age: eventDays.map { .seconds(Int64($0) * 86_400) }, historyDays: historyDays,
            historyMegabytes: historyMegabytes)
    }

    /// What this user's files and the environment say.
    static func ofThisUser(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(SettingsError) -> Settings {
        try SettingsSources(environment: environment, places: Places(environment: environment)).load().settings
    }

    /// As ``ofThisUser(environment:)``, for a verb that goes by them: says on standard error what is to be remarked.
    static func forVerb() throws(SettingsError) -> Settings {
        let environment = ProcessInfo.processInfo.environment
        let effective = try SettingsSources(environment: environment, places: Places(environment: environment)).load()
        for remark in effective.remarks { say("perch: \(printable(remark.line))") }
        return effective.settings
    }

    /// Where this user's gateway has its database and its token: the usual place where the settings are wrong.
    static func stateFolder(environment: [String: String]) -> String {
        // What is wrong in the settings is told by verbs that go by them.
        (try? ofThisUser(environment: environment))?.stateFolder ?? Places(environment: environment).stateFolder
    }

    /// Who is told of regions, and how.
    ///
    /// - Throws: `SettingsError`, where the webhooks' secret cannot be read.
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
