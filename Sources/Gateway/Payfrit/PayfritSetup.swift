import Payfrit

/// Settings of the Payfrit backend and of the login's file.
package struct PayfritSetup: Sendable, Hashable {
    /// `dev`, `prod` or a URL.
    package var environment = "dev"
    /// `php` or `cfm`.
    package var api = "php"
    /// PEM file of the only certificate that the backend may use; nil = any that the system trusts.
    package var pinnedCertificate: String?
    /// Folder of the login's file; nil: the login lasts as long as the gateway.
    package var folder: String?

    /// Whether registrations are delivered. Otherwise they wait for a gateway that delivers them.
    package var delivers = true

    package init() {}

    /// URL of the backend; nil if the settings name none.
    package var base: String? {
        // Requests that need the backend report the error.
        (try? place())?.base
    }

    /// - Throws: ``PayfritError/badSetting(_:)``.
    func place() throws(PayfritError) -> PayfritPlace {
        guard let environment = PayfritEnvironment(environment) else {
            throw .badSetting("payfrit.environment is neither dev, prod nor the URL of a server")
        }
        guard let generation = APIGeneration(rawValue: api) else {
            throw .badSetting("payfrit.api is neither php nor cfm")
        }
        return PayfritPlace(environment: environment, generation: generation)
    }

    func connect() -> Result<any PayfritBackend, PayfritError> {
        do throws(PayfritError) {
            let place = try place()
            return .success(
                try PayfritClient(
                    environment: place.environment, generation: place.generation, pinnedCertificate: pinnedCertificate))
        } catch {
            return .failure(error)
        }
    }
}

/// A backend and the generation of its API. A login belongs to one place.
struct PayfritPlace: Sendable, Hashable {
    let environment: PayfritEnvironment
    let generation: APIGeneration

    var base: String { environment.base }
    /// Lane of the backend in the outbox.
    var lane: String { PayfritPlace.lanePrefix + base }

    static let lanePrefix = "payfrit "
}
