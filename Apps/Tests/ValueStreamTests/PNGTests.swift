import AppPages
import SystemPackage
import TestSupport
import Testing

@testable import ValueStream

@Suite struct PNGTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// The width and the height that the file's header has: big-endian numbers from byte 16 on.
  private func size(_ count: Int, width: Int) throws -> (width: Int, height: Int) {
    let stickers = try (0..<count).map {
      try Sticker(id: StickerID(Int64($0) + 1), text: "Schritt")
    }
    try PrintedMap(try StreamMap(StickerSequence(stickers)), name: "Roof")
      .writePNG(to: folder["map.png"].string, width: width)
    let bytes = try folder.bytes(of: "map.png")
    #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    let numbers = [16, 20].map { bytes[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (numbers[0], numbers[1])
  }

  @Test(arguments: [0, 1, 5, 6, 40, 2_000])
  func `a picture has the requested width and is no higher than wide`(count: Int) throws {
    let size = try size(count, width: 600)
    #expect(size.width == 600)
    #expect((150...600).contains(size.height))
  }

  @Test func `a small map is drawn with the rows of a page`() throws {
    // 841.6 points wide; the margins, the title, a row or two of 154, and the totals high.
    let scale = 842 / Sheet.ofPage.width
    #expect(try size(5, width: 842).height == Int(((72 + 36 + 154 + 140) * scale).rounded(.up)))
    #expect(try size(6, width: 842).height == Int(((72 + 36 + 308 + 140) * scale).rounded(.up)))
  }

  @Test func `equal maps give equal pictures`() throws {
    _ = try size(12, width: 400)
    let bytes = try folder.bytes(of: "map.png")
    _ = try size(12, width: 400)
    #expect(try folder.bytes(of: "map.png") == bytes)
  }

  @Test(arguments: [Int.min, 0, 199, 4_097, .max])
  func `a picture width out of range is refused`(width: Int) {
    let error = #expect(throws: ExportError.self) {
      try PrintedMap(StreamMap(), name: "")
        .writePNG(to: folder["map.png"].string, width: width)
    }
    #expect(
      error?.description
        == "A picture can't be \(width) pixels wide: allowed are 200 to 4096.")
    #expect(folder.files == [])
  }
}
