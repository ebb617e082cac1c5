/// Makes cairo's PDF fit for publication: named for readers who can't see it, and equal for equal charts.
struct PDFDrawing {
  let title: String
  let description: String

  /// The title and the description become the document's title and subject, by an incremental update at its
  /// end (ISO 32000-1, 7.5.6): cairo's content does not move.
  ///
  /// A document with a compressed table of contents, as from later cairos, is left unchanged.
  func finished(_ drawn: [UInt8]) -> [UInt8] {
    let document = Self.dateless(drawn)
    guard let trailer = Trailer(document) else { return document }
    let information = """
      \(trailer.size) 0 obj
      << /Title \(Self.text(title)) /Subject \(Self.text(description)) >>
      endobj

      """
    let table = """
      xref
      0 1
      0000000000 65535 f\(" ")
      \(trailer.size) 1
      \(ScriptText.padded("\(document.count)", to: 10)) 00000 n\(" ")
      trailer
      << /Size \(trailer.size + 1) /Root \(trailer.root) 0 R /Info \(trailer.size) 0 R \
      /Prev \(trailer.table) >>
      startxref
      \(document.count + information.utf8.count)
      %%EOF

      """
    return document + Array(information.utf8) + Array(table.utf8)
  }

  /// The data at the end of a document.
  private struct Trailer {
    let size: Int
    let root: Int
    let table: Int

    init?(_ document: [UInt8]) {
      let end = String(decoding: document.suffix(1024), as: UTF8.self)
      let trailer = /trailer\s*<<\s*\/Size (\d+)\s+\/Root (\d+) 0 R[^>]*>>\s*startxref\s+(\d+)\s/
      guard let found = end.firstMatch(of: trailer), let size = Int(found.output.1),
        let root = Int(found.output.2), let table = Int(found.output.3)
      else { return nil }
      self.size = size
      self.root = root
      self.table = table
    }
  }

  /// Spaces in place of the drawing time: nothing else in the document moves.
  private static func dateless(_ document: [UInt8]) -> [UInt8] {
    guard let begin = document.firstRange(of: Array("/CreationDate (D:".utf8)),
      let end = document[begin.upperBound...].firstIndex(of: UInt8(ascii: ")"))
    else { return document }
    var result = document
    for place in begin.lowerBound...end { result[place] = UInt8(ascii: " ") }
    return result
  }

  /// Text in UTF-16, as hexadecimal digits, so that no character can end the string.
  private static func text(_ text: String) -> String {
    let digits = ScriptText.visible(text).utf16.map {
      ScriptText.padded(String($0, radix: 16, uppercase: true), to: 4)
    }
    return "<FEFF\(digits.joined())>"
  }
}
