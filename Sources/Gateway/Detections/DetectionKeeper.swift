import FlockFinder
import Store

/// Store of detected devices and mutes.
protocol DetectionKeeper: Sendable {
    func keep(_ devices: [DetectedDevice], removing gone: Set<DetectionKey>) async throws(StoreError)
    func list() async throws(StoreError) -> [DetectedDevice]
    func count() async throws(StoreError) -> Int
    func clear() async throws(StoreError) -> Int
    func mutes() async throws(StoreError) -> [(mute: DetectionMute, since: Int64)]
    func addMute(_ mute: DetectionMute, atMicroseconds now: Int64) async throws(StoreError) -> Bool
    func removeMute(_ mute: DetectionMute) async throws(StoreError) -> Bool
}

extension DetectionStore: DetectionKeeper {}
