/// A list that rarely has more than one element, and needs no allocation for up to one.
///
/// An advert has one manufacturer-specific structure or one of service data, hardly ever two.
/// Arrays for them would make up most of the cost of parsing.
/// most of what parsing costs.
public struct ShortList<Element: Sendable & Hashable>: Sendable, Hashable {
    @usableFromInline
    enum Storage: Sendable, Hashable {
        case none
        case one(Element)
        /// Two or more.
        case more([Element])
    }

    @usableFromInline
    var storage = Storage.none

    /// Makes an empty list.
    public init() {}

    /// Transforms each element of another list.
    @inline(__always)
    init<Other>(_ list: ShortList<Other>, _ transform: (Other) -> Element) {
        switch list.storage {
        case .none: break
        case .one(let element): storage = .one(transform(element))
        case .more(let elements): storage = .more(elements.map(transform))
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        switch storage {
        case .none: storage = .one(element)
        case .one(let first): storage = .more([first, element])
        case .more(var elements):
            // Releases the storage's reference, otherwise each append would copy the elements.
            storage = .none
            elements.append(element)
            storage = .more(elements)
        }
    }
}

extension ShortList: RandomAccessCollection {
    @inlinable public var startIndex: Int { 0 }

    @inlinable public var endIndex: Int {
        switch storage {
        case .none: 0
        case .one: 1
        case .more(let elements): elements.count
        }
    }

    @inlinable public subscript(position: Int) -> Element {
        switch storage {
        case .one(let element) where position == 0: element
        case .more(let elements): elements[position]
        default: preconditionFailure("index \(position) of a list of \(count)")
        }
    }
}

extension ShortList: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Element...) {
        for element in elements { append(element) }
    }
}
