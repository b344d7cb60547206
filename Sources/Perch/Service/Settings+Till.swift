import Gateway
import Settings

extension Settings {
    /// Setup of the club's till on the gateway. Carts and badges are stored in the folder of the
    /// database.
    var till: TillSetup {
        var setup = TillSetup()
        setup.environment = tillEnvironment
        setup.pinnedCertificate = tillCertificate
        setup.folder = stateFolder
        (setup.hasBadges, setup.sendsNotices) = (tillBadges, tillNotices)
        return setup
    }
}
