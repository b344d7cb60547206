import Testing

@testable import Drinks

@Suite struct ProductIconTests {
    @Test(
        "the bytes say what an icon is; anything else is none",
        arguments: [
            ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "image/svg+xml"),
            ("<?xml version=\"1.0\"?>\n<!-- beer -->\n<svg/>", "image/svg+xml"), ("GIF89a", "image/gif"),
            ("RIFF\0\0\0\0WEBPVP8 ", "image/webp"), ("<html><svg></svg></html>", nil), ("{}", nil), ("", nil),
        ])
    func types(_ text: String, _ type: String?) {
        #expect(ProductIcon(Array(text.utf8))?.type == type)
    }

    @Test("only plain paths below /images/ are asked for")
    func paths() {
        for path in ["/images/icons/beer.svg", "/images/uploads/a_b-1.png"] { #expect(ProductIcon.isPath(path)) }
        for path in [
            "", "/v1/me", "images/a.svg", "//images/a.svg", "/images/../v1/me", "/images/a?b", "/images/a%2fb",
            "http://a/images/b", "/images/" + String(repeating: "a", count: 200),
        ] {
            #expect(!ProductIcon.isPath(path), "\(path)")
        }
    }
}
