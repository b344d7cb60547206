/// Slots that are taken one after another, and given back once.
final class SlotLease: Sendable {
    private let slots: [Slots]
    private let isGivenBack = Latch()

    init(_ slots: [Slots]) {
        self.slots = slots
    }

    /// Takes every slot. Returns false, without holding any, if the task was cancelled first.
    func take() async -> Bool {
        for (index, slot) in slots.enumerated() where !(await slot.enter()) {
            for taken in slots[..<index] { taken.leave() }
            return false
        }
        return true
    }

    func giveBack() {
        guard !isGivenBack.isSet else { return }
        isGivenBack.set()
        for slot in slots { slot.leave() }
    }
}
