@testable import AppPictures
import DriverPictures
import Testing

@Suite struct LookedAtPictureTests {
  /// A white picture with a black rectangle.
  private static func picture(
    _ width: Int, _ height: Int, left: Double = 0.2
  ) throws -> CairoSurface {
    let surface = try CairoSurface(width: width, height: height)
    surface.fill(x: 0, y: 0, width: 1, height: 1, (1, 1, 1))
    surface.fill(x: left, y: 0.2, width: 0.3, height: 0.5, (0, 0, 0))
    return surface
  }

  @Test func `a picture matches itself in another size, and reports its size`() throws {
    let original = try Self.picture(1200, 1600)
    let small = try original.scaled(to: PictureSize(width: 90, height: 120))
    let look = try LookedAtPicture(png: small.png())
    #expect(look.size == "90x120")
    #expect(look.isLike(try LookedAtPicture(png: original.png())))
  }

  @Test func `a picture does not match one with its rectangle elsewhere`() throws {
    let look = try LookedAtPicture(png: Self.picture(160, 120).png())
    #expect(!look.isLike(try LookedAtPicture(png: Self.picture(160, 120, left: 0.3).png())))
  }

  @Test func `bytes that are no PNG are refused`() {
    #expect {
      try LookedAtPicture(png: [1, 2, 3])
    } throws: {
      "\($0)" == "These 3 bytes are no PNG."
    }
  }
}
