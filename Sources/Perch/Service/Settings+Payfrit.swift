import Gateway
import Settings

extension Settings {
    /// Which Payfrit backend is spoken to; the login is kept beside the database.
    var payfrit: PayfritSetup {
        var setup = PayfritSetup()
        setup.environment = payfritEnvironment
        setup.api = payfritAPI
        setup.pinnedCertificate = payfritCertificate
        setup.folder = stateFolder
        return setup
    }
}
