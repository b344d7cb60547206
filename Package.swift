// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "perch",
    products: [],
    dependencies: [],
    targets: [
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CDongleCore", path: "firmware-protocol/core", sources: ["src"], publicHeadersPath: "include"),
        .target(name: "DongleProtocol", swiftSettings: strict),
        .target(name: "SerialPort", dependencies: ["CUdev"], swiftSettings: strict),
        .testTarget(name: "DongleProtocolTests", dependencies: ["DongleProtocol"], swiftSettings: strict),
        .testTarget(
            name: "SerialPortTests", dependencies: ["SerialPort"], exclude: ["Fixtures"], swiftSettings: strict),
        .target(name: "Advertising", swiftSettings: strict),
        .testTarget(name: "AdvertisingTests", dependencies: ["Advertising"], swiftSettings: strict),
        .target(name: "Recording", dependencies: ["Advertising", "CZlib"], swiftSettings: strict),
        .testTarget(name: "RecordingTests", dependencies: ["Recording", "Advertising"], swiftSettings: strict),
        .target(
            name: "SimulatedDongle", dependencies: ["Advertising", "CDongleCore", "Recording"],
            resources: [.embedInCode("Scenarios/restaurant.json")], swiftSettings: strict),
        .testTarget(
            name: "SimulatedDongleTests",
            dependencies: ["Advertising", "DongleProtocol", "Recording", "SimulatedDongle"],
            swiftSettings: strict),
    ]
)
