import SimulatedDongle
import Testing

struct DistancePathTests {
    private func through(_ points: [(seconds: Int, distanceM: Double)], loops: Bool = false) -> DistancePath? {
        DistancePath(
            points: points.map { .init(time: .seconds($0.seconds), distanceM: $0.distanceM) }, loops: loops)
    }

    @Test(
        "between two points the way is straight, before the first and after the last it stands",
        arguments: [
            (0.0, 10.0), (1.999, 10), (2, 10), (3, 7.5), (4, 5), (5.5, 1.25), (6, 0), (7, 0), (8, 4), (100, 4),
        ])
    func straight(seconds: Double, distanceM: Double) throws {
        let path = try #require(through([(2, 10), (6, 0), (7, 0), (8, 4)]))
        #expect(abs(path.distanceM(at: .seconds(seconds)) - distanceM) < 1e-9)
    }

    @Test(
        "a path that loops begins anew, as at zero, at the time of its last point",
        arguments: [(0.0, 8.0), (2, 8), (6, 4), (9.5, 0.5), (10, 8), (11, 8), (16, 4), (86_400_006, 4)])
    func loop(seconds: Double, distanceM: Double) throws {
        let path = try #require(through([(2, 8), (10, 0)], loops: true))
        #expect(abs(path.distanceM(at: .seconds(seconds)) - distanceM) < 1e-9)
    }

    @Test("a path without points, or with times that do not rise, is none")
    func refused() {
        #expect(through([]) == nil)
        #expect(through([(1, 1), (1, 2)]) == nil)
        #expect(through([(2, 1), (1, 2)]) == nil)
        #expect(through([(-1, 1), (1, 2)]) == nil)
        #expect(through([(0, 1)], loops: true) == nil)
        #expect(through([(0, 1)])?.distanceM(at: .seconds(5)) == 1)
    }
}
