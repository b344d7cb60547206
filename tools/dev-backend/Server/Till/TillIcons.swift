/// Pictures of products: the files in `Icons`.
enum TillIcons {
    private static let folder = "/images/icons/"

    /// Returns the picture at a path such as `/images/icons/beer.svg`; nil if there is none.
    static func named(_ path: String) -> [UInt8]? {
        guard path.hasPrefix(folder), path.hasSuffix(".svg") else { return nil }
        return switch path.dropFirst(folder.count).dropLast(4) {
        case "bag": PackageResources.bag_svg
        case "beer": PackageResources.beer_svg
        case "chalk": PackageResources.chalk_svg
        case "chips": PackageResources.chips_svg
        case "chocolate": PackageResources.chocolate_svg
        case "coffee": PackageResources.coffee_svg
        case "cola": PackageResources.cola_svg
        case "glove": PackageResources.glove_svg
        case "juice": PackageResources.juice_svg
        case "lemonade": PackageResources.lemonade_svg
        case "member": PackageResources.member_svg
        case "nuts": PackageResources.nuts_svg
        case "pretzel": PackageResources.pretzel_svg
        case "sausage": PackageResources.sausage_svg
        case "shirt": PackageResources.shirt_svg
        case "sweets": PackageResources.sweets_svg
        case "water": PackageResources.water_svg
        case "wine": PackageResources.wine_svg
        default: nil
        }
    }

    /// Path of the picture of a category's new products.
    static func path(category: String) -> String {
        let name =
            switch category {
            case "SNACKS": "chips"
            case "ACCESSORIES": "chalk"
            case "MEMBERSHIP": "member"
            default: "cola"
            }
        return folder + name + ".svg"
    }
}
