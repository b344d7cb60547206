import ArgumentParser
import Drinks
import Failures
import LineFormats

/// `perch till cart`: the cart of the member.
struct TillCartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cart", abstract: "Collect products, and book them together with `perch till book`.",
        subcommands: [TillCartAdd.self, TillCartRemove.self, TillCartShow.self, TillCartClear.self])
}

/// `perch till cart add`: puts a product into the cart.
struct TillCartAdd: Verb {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Put a product into the cart.")

    @Argument(help: "Product: its ID, or its name or an unambiguous part of it.")
    var product: String

    @Argument(help: "Number of pieces, 1 to 999.")
    var quantity = 1

    @OptionGroup var frame: TillFrame

    func check(_ output: VerbOutput) async throws {
        guard Booking.quantities.contains(quantity) else { throw TillError.badQuantity(quantity) }
    }

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let product = try await lease.product(product)
        let items = try lease.till.changeCart { cart in
            if let place = cart.firstIndex(where: { $0.product == product.id }) {
                // A sum out of range is refused.
                cart[place].quantity &+= quantity
                cart[place].unitPrice = product.price
            } else {
                cart.append(
                    CartItem(
                        product: product.id, name: product.name, quantity: quantity, unitPrice: product.price))
            }
        }
        await output.cart(items)
    }
}

/// `perch till cart remove`: takes a product out of the cart.
struct TillCartRemove: Verb {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take a product out of the cart.")

    @Argument(help: "Product: its ID, or its name or part of it.")
    var product: String

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let items = try lease.till.changeCart { (cart) throws(TillError) in
            let wanted = product.lowercased()
            let place =
                cart.firstIndex { $0.product == product || $0.name.lowercased() == wanted }
                ?? cart.firstIndex { $0.name.lowercased().contains(wanted) }
            guard let place else { throw .unknownProduct(product) }
            cart.remove(at: place)
        }
        await output.cart(items)
    }
}

/// `perch till cart show`: shows the cart.
struct TillCartShow: Verb {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the cart.")

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        await output.cart(try lease.till.current().cart)
    }
}

/// `perch till cart clear`: empties the cart.
struct TillCartClear: Verb {
    static let configuration = CommandConfiguration(commandName: "clear", abstract: "Empty the cart.")

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        await output.cart(try lease.till.changeCart { $0 = [] })
    }
}
