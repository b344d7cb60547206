// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]
/// Where GRDB is among what is imported indirectly: its strings for SQL would offer themselves for any other.
let strictAboutImports = strict + [.enableUpcomingFeature("MemberImportVisibility")]

let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioConcurrency = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let swiftSystem = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let swiftASN1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let tomlKit = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

let package = Package(
    name: "perch",
    products: [
        .executable(name: "perch", targets: ["Perch"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CGlibc"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CDongleCore", path: "firmware-protocol/core", sources: ["src"], publicHeadersPath: "include"),
        .target(name: "Randomness", swiftSettings: strict),
        .target(name: "DongleProtocol", swiftSettings: strict),
        .target(name: "Advertising", swiftSettings: strict),
        .target(name: "EchoCharacteristics", swiftSettings: strict),
        .target(name: "BeaconTracking", dependencies: ["Advertising"], swiftSettings: strict),
        .target(
            name: "CP28", dependencies: ["Advertising"],
            resources: [.embedInCode("Resources/cp28.json"), .embedInCode("Resources/factory-uuids.json")],
            swiftSettings: strict),
        .target(name: "LineFormats", swiftSettings: strict),
        .target(
            name: "FlockFinder", dependencies: ["Randomness", "Advertising", "LineFormats"],
            resources: [
                .embedInCode("Resources/devices.json"), .embedInCode("Resources/factory.json"),
                .embedInCode("Resources/patterns.json"),
            ],
            swiftSettings: strict),
        .target(name: "Recording", dependencies: ["Advertising", "CZlib"], swiftSettings: strict),
        .target(name: "SerialPort", dependencies: ["CUdev"], swiftSettings: strict),
        .target(name: "Concurrency", dependencies: [nioConcurrency], swiftSettings: strict),
        .target(name: "ChildProcesses", dependencies: ["CGlibc"], swiftSettings: strict),
        .target(
            name: "DongleLink",
            dependencies: [
                "Randomness", "Advertising", "Concurrency", "DongleProtocol", "SerialPort", crypto, nioConcurrency,
                nioCore, nioPosix,
            ],
            swiftSettings: strict),
        .target(
            name: "Conformance",
            dependencies: [
                "EchoCharacteristics", "LineFormats", "Randomness", "DongleProtocol", "SerialPort", crypto,
            ],
            swiftSettings: strict),
        .target(
            name: "SimulatedDongle",
            dependencies: [
                "Randomness", "Advertising", "CDongleCore", "CGlibc", "EchoCharacteristics", "Recording",
            ],
            resources: [
                .embedInCode("Scenarios/conformance.json"), .embedInCode("Scenarios/crew.json"),
                .embedInCode("Scenarios/flockfinder.json"), .embedInCode("Scenarios/provisioning.json"),
                .embedInCode("Scenarios/restaurant.json"), .embedInCode("Scenarios/walker.json"),
            ],
            swiftSettings: strict),
        .target(
            name: "Store",
            dependencies: ["Advertising", "BeaconTracking", "FlockFinder", "GatewayModel", grdb, grdbSQLite],
            swiftSettings: strict),
        .target(
            name: "Notifications",
            dependencies: [
                "CGlibc", "ChildProcesses", "Concurrency", "GatewayModel", "LineFormats", "Store", asyncHTTPClient,
                crypto,
                logging, nioConcurrency, nioCore, nioHTTP1, nioPosix,
            ],
            swiftSettings: strictAboutImports),
        .target(
            name: "RESTClient", dependencies: ["LineFormats", asyncHTTPClient, nioCore, nioHTTP1, nioPosix, nioSSL],
            swiftSettings: strictAboutImports),
        .target(
            name: "Payfrit",
            dependencies: ["Advertising", "LineFormats", "RESTClient", asyncHTTPClient, nioCore, nioHTTP1],
            swiftSettings: strictAboutImports),
        .target(
            name: "Drinks", dependencies: ["LineFormats", "RESTClient", asyncHTTPClient, nioCore, nioHTTP1],
            swiftSettings: strictAboutImports),
        .target(name: "Settings", dependencies: ["SerialPort", tomlKit], swiftSettings: strict),
        .target(
            name: "GatewayModel", dependencies: ["Advertising", "BeaconTracking", "FlockFinder", "LineFormats"],
            swiftSettings: strict),
        .target(
            name: "Gateway",
            dependencies: [
                "Advertising", "BeaconTracking", "ChildProcesses", "Concurrency", "CP28", "CServedFiles", "DongleLink",
                "DongleProtocol", "Drinks", "FlockFinder", "GatewayModel", "LineFormats", "Notifications", "Payfrit",
                "RESTClient",
                "SerialPort", "Store", crypto,
                logging, nioConcurrency, nioCore,
            ],
            swiftSettings: strictAboutImports),
        .target(
            name: "Failures",
            dependencies: [
                "Advertising", "BeaconTracking", "ChildProcesses", "Conformance", "CP28", "DongleLink",
                "DongleProtocol",
                "FlockFinder", "Drinks", "Gateway", "GatewayModel", "LineFormats", "Payfrit", "Recording", "RESTClient",
                "SerialPort",
                "Settings",
                "SimulatedDongle", "Store",
            ],
            swiftSettings: strictAboutImports),
        .target(name: "ESPHomeAPI", dependencies: [crypto], swiftSettings: strictAboutImports),
        .target(
            name: "BluetoothProxy",
            dependencies: [
                "Advertising", "Concurrency", "DongleLink", "DongleProtocol", "ESPHomeAPI", "Gateway", "GatewayModel",
                "LineFormats", crypto, logging, nioConcurrency, nioCore, nioPosix, swiftSystem,
            ],
            swiftSettings: strictAboutImports),
        .target(name: "CServedFiles"),
        .target(
            name: "Console", dependencies: ["CServedFiles", "CZlib", crypto], exclude: ["Pages"],
            swiftSettings: strictAboutImports),
        .target(
            name: "GatewayAPI",
            dependencies: [
                "Advertising", "BeaconTracking", "Concurrency", "Console", "CP28", "CServedFiles", "DongleLink",
                "DongleProtocol", "Drinks", "Failures", "FlockFinder", "Gateway", "GatewayModel", "LineFormats",
                "Payfrit", "RESTClient", "Recording", "SerialPort", "Store", crypto, httpTypes, hummingbird,
                hummingbirdTLS, logging, nioConcurrency, nioCore, nioHTTP1, nioPosix, nioSSL, serviceLifecycle,
                swiftASN1, swiftSystem, x509,
            ],
            swiftSettings: strictAboutImports),
        .target(
            name: "GatewayClient",
            dependencies: [
                "Advertising", "FlockFinder", "GatewayModel", "LineFormats", asyncHTTPClient, nioCore, nioHTTP1,
                nioPosix, nioSSL,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "Perch",
            dependencies: [
                "Advertising", "BeaconTracking", "BluetoothProxy", "Conformance", "CP28", "DongleLink",
                "DongleProtocol", "Drinks", "Failures",
                "FlockFinder", "Gateway", "GatewayAPI", "GatewayClient", "GatewayModel", "LineFormats", "Notifications",
                "Recording", "SerialPort", "Settings", "SimulatedDongle", "Store", argumentParser,
                logging,
                serviceLifecycle, swiftSystem, unixSignals,
            ],
            swiftSettings: strictAboutImports),
        .target(
            name: "DevBackend",
            dependencies: [
                "Randomness", "LineFormats", "RESTClient", crypto, grdb, httpTypes, hummingbird, hummingbirdTLS,
                logging,
                nioConcurrency, nioCore, nioPosix, nioSSL,
            ],
            path: "tools/dev-backend/Server",
            resources: [
                "bag", "beer", "chalk", "chips", "chocolate", "coffee", "cola", "glove", "juice", "lemonade", "member",
                "nuts", "pretzel", "sausage", "shirt", "sweets", "water", "wine",
            ].map { .embedInCode("Till/Icons/\($0).svg") },
            swiftSettings: strictAboutImports),
        .executableTarget(
            name: "perch-dev-backend", dependencies: ["DevBackend", argumentParser, unixSignals],
            path: "tools/dev-backend/Command", swiftSettings: strictAboutImports),
        .executableTarget(
            name: "perch-bench",
            dependencies: [
                "Advertising", "BeaconTracking", "CDongleCore", "CZlib", "DevBackend", "DongleLink", "DongleProtocol",
                "FlockFinder", "Gateway", "GatewayClient", "GatewayModel", "GatewayTestSupport", "Randomness",
                "Recording", "SimulatedDongle", "Store", "TestSupport", argumentParser, asyncHTTPClient, logging,
                nioCore,
            ],
            path: "tools/bench", exclude: ["parser_peer.py"], swiftSettings: strictAboutImports),

        .target(
            name: "TestSupport",
            dependencies: [
                "Randomness", "Advertising", "BeaconTracking", "DongleLink", "DongleProtocol", "FlockFinder",
                "LineFormats", "Recording", "SerialPort", "SimulatedDongle", crypto, nioConcurrency,
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "GatewayTestSupport",
            dependencies: [
                "Advertising", "DevBackend", "FlockFinder", "Gateway", "GatewayAPI", "GatewayModel", "LineFormats",
                "RESTClient", "SerialPort", "SimulatedDongle", "Store", "TestSupport", logging, nioConcurrency,
                serviceLifecycle,
            ],
            path: "Tests/GatewayTestSupport", swiftSettings: strictAboutImports),
        .target(name: "KillPoint", path: "Tests/KillPoint"),
        .executableTarget(
            name: "crash",
            dependencies: [
                "Advertising", "Gateway", "GatewayClient", "GatewayModel", "GatewayTestSupport", "KillPoint", "Store",
                "TestSupport",
            ],
            path: "Tests/Crash", swiftSettings: strict),
        .testTarget(
            name: "LinkTests",
            dependencies: [
                "Randomness", "Advertising", "Concurrency", "DongleLink", "DongleProtocol", "EchoCharacteristics",
                "Recording", "SerialPort", "SimulatedDongle", "TestSupport", crypto,
            ],
            exclude: ["SerialPort/Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "FirmwareTests",
            dependencies: [
                "Randomness", "Advertising", "Conformance", "DongleLink", "DongleProtocol", "Recording",
                "SimulatedDongle",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FormatTests",
            dependencies: ["TestSupport", "Randomness", "Advertising", "LineFormats", "Recording", "SimulatedDongle"],
            swiftSettings: strict),
        .testTarget(
            name: "DeviceTests",
            dependencies: [
                "Advertising", "BeaconTracking", "CP28", "FlockFinder", "Randomness", "Recording", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "Advertising", "BeaconTracking", "FlockFinder", "GatewayModel", "Store", "TestSupport", "crash", grdb,
            ],
            exclude: ["Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "NotificationsTests",
            dependencies: [
                "GatewayModel", "LineFormats", "Notifications", "Store", "TestSupport", asyncHTTPClient, crypto,
                hummingbird, logging, nioConcurrency, nioCore,
            ],
            swiftSettings: strictAboutImports),
        .testTarget(
            name: "PayfritTests",
            dependencies: [
                "Randomness", "Advertising", "DevBackend", "LineFormats", "Payfrit", "RESTClient", "TestSupport",
                "perch-dev-backend", asyncHTTPClient, grdb, nioConcurrency, nioCore, nioHTTP1, nioPosix, nioSSL,
            ],
            swiftSettings: strictAboutImports),
        .testTarget(
            name: "DrinksTests",
            dependencies: [
                "DevBackend", "Drinks", "GatewayTestSupport", "LineFormats", "Randomness", "RESTClient", "TestSupport",
                "perch-dev-backend", asyncHTTPClient, nioConcurrency, nioCore, nioHTTP1,
            ],
            swiftSettings: strictAboutImports),
        .testTarget(
            name: "ProxyTests",
            dependencies: [
                "Advertising", "BluetoothProxy", "ESPHomeAPI", "Gateway", "GatewayModel", "GatewayTestSupport",
                "Randomness", "SimulatedDongle", "Store", "TestSupport", crypto, logging, nioConcurrency, nioCore,
                nioPosix,
            ],
            swiftSettings: strictAboutImports),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "Advertising", "BeaconTracking", "ChildProcesses", "Concurrency", "CP28", "crash", "DevBackend",
                "DongleLink",
                "DongleProtocol", "Drinks", "FlockFinder", "Gateway", "GatewayModel", "GatewayTestSupport",
                "LineFormats", "Notifications", "Payfrit", "Randomness", "Recording", "RESTClient", "SerialPort",
                "SimulatedDongle", "Store", "TestSupport", grdb,
                logging, nioConcurrency, nioCore,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GatewayAPITests",
            dependencies: [
                "Randomness", "Advertising", "ChildProcesses", "CP28", "DevBackend", "DongleLink", "DongleProtocol",
                "Failures",
                "FlockFinder",
                "Gateway", "GatewayAPI", "GatewayClient", "GatewayModel", "GatewayTestSupport", "LineFormats",
                "Payfrit", "Recording", "SerialPort", "Settings", "SimulatedDongle", "Store", "TestSupport",
                asyncHTTPClient, httpTypes, hummingbird, logging, nioConcurrency, nioCore, nioPosix, nioSSL,
                serviceLifecycle,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PerchTests",
            dependencies: [
                "Advertising", "BeaconTracking", "Conformance", "CP28", "DevBackend", "DongleLink", "Failures",
                "FlockFinder", "Gateway", "GatewayClient", "GatewayModel", "GatewayTestSupport", "LineFormats", "Perch",
                "Randomness", "Recording", "SerialPort", "Settings", "SimulatedDongle", "Store", "TestSupport", crypto,
                logging, serviceLifecycle,
            ],
            swiftSettings: strict),
    ]
)

// ThreadSanitizer takes a build of its own, dependencies and all: `PERCH_ONLY=link` leaves out what neither the
// link nor the helpers of its tests need.
let link: Set = [
    "Advertising", "BeaconTracking", "CDongleCore", "CGlibc", "CUdev", "CZlib", "Concurrency", "DongleLink",
    "DongleProtocol", "EchoCharacteristics", "FlockFinder", "LineFormats", "LinkTests", "Randomness", "Recording",
    "SerialPort", "SimulatedDongle", "TestSupport",
]
// Told by every build, not only by the one that would fail.
let known = Set(package.targets.map(\.name))
for target in package.targets where link.contains(target.name) {
    for case .byNameItem(let name, _) in target.dependencies where known.contains(name) && !link.contains(name) {
        fatalError("\(target.name) needs \(name), which PERCH_ONLY=link leaves out")
    }
}
if Context.environment["PERCH_ONLY"] == "link" {
    package.products = []
    package.targets.removeAll { !link.contains($0.name) }
}
