import AppPictures
import TestSupport
import Testing

@testable import ChordAccounting

@Suite struct PhotoTests {
  private let book: AccountBook

  init() throws {
    book = try ScratchFolder().constructedBook()
  }

  private func size(of png: [UInt8]) throws -> [Int] {
    let size = try CairoSurface(png: png).size
    return [size.width, size.height]
  }

  @Test(arguments: [
    (1_600, 1_200, [160, 120], [1_280, 960]), (2_000, 500, [160, 40], [1_280, 320]),
    (100, 60, [100, 60], [100, 60]),
  ])
  func `a photo is kept as a thumbnail and at screen size`(
    width: Int, height: Int, small: [Int], large: [Int]
  ) throws {
    let photo = try book.addPhoto(png: AccountBookFixture.photo(width: width, height: height))
    #expect(try size(of: photo.thumbnail) == small)
    #expect(try size(of: book.photos.fullScreen(photo.id)) == large)
    #expect(try book.photos.all(of: book.selected()) == [photo])
  }

  @Test func `photos are removed one by one, and their numbers are not used again`() throws {
    let png = try AccountBookFixture.photo(width: 40, height: 30)
    let photos = try (0..<3).map { _ in try book.addPhoto(png: png) }
    #expect(photos.map(\.id.number) == [1, 2, 3])
    try book.removePhoto(photos[2].id)
    #expect(try book.photos.all(of: book.selected()) == Array(photos[..<2]))
    #expect(try book.addPhoto(png: png).id == PhotoID(4))
    #expect(
      refusal { () throws(AccountingError) in try book.photos.fullScreen(PhotoID(3)) }
        == "There is no photo 3.")
    #expect(
      refusal { () throws(AccountingError) in try book.removePhoto(PhotoID(3)) }
        == "There is no photo 3.")
  }

  @Test func `bytes that are no PNG, and photos too large, are refused, and nothing is added`()
    throws
  {
    func words(_ png: [UInt8]) -> String {
      refusal { () throws(AccountingError) in try book.addPhoto(png: png) }
    }
    #expect(words([1, 2, 3]) == "Cannot read the photo as PNG: it does not begin like a PNG.")
    let png = try AccountBookFixture.photo(width: 64, height: 48)
    #expect(
      words(Array(png.prefix(png.count / 2))) == "Cannot read the photo as PNG: it is cut off.")
    var huge = png
    huge.replaceSubrange(16..<20, with: [0, 1, 0, 0])
    #expect(words(huge) == "The photo has 65536x48 pixels; allowed are 8192x8192.")
    #expect(try book.photos.all(of: book.selected()).isEmpty)
  }
}
