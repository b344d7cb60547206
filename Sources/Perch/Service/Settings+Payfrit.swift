import Gateway
import Settings

extension Settings {
    /// Setup of the Payfrit backend. The login is stored in the folder of the database.
    var payfrit: PayfritSetup {
        var setup = PayfritSetup()
        setup.environment = payfritEnvironment
        setup.api = payfritAPI
        setup.pinnedCertificate = payfritCertificate
        setup.folder = stateFolder
        return setup
    }
}
