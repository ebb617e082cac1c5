import Foundation

/// Makes gnuplot's SVG fit for publication: named for readers who can't see it, with unique ids, so that many
/// drawings can be in one page, and well-formed.
struct SVGDrawing {
  let identifier: String
  let title: String
  let description: String
  let size: ChartSize
  let inline: Bool

  /// gnuplot's text contains no `<` except in its tags, so tags and text can be separated without a parser.
  func finished(_ drawn: String) -> String {
    let edits = self.edits
    var result = ""
    var rest = drawn[...]
    // The tag of the element whose content is replaced.
    var skipped: Substring?
    // By bytes, not characters: pictures with thousands of dots have megabytes.
    while let opening = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      if skipped == nil { result += text(rest[..<opening]) }
      guard let closing = rest[opening...].utf8.firstIndex(of: UInt8(ascii: ">")) else { break }
      let tag = rest[opening...closing]
      rest = rest[rest.utf8.index(after: closing)...]
      if let name = skipped {
        if tag == "</\(name)>" { skipped = nil }
      } else if tag.hasPrefix("<?") {
        if !inline { result += #"<?xml version="1.0" encoding="utf-8"?>"# }
      } else if tag.hasPrefix("<title") || tag.hasPrefix("<desc") {
        // The first two say "Produced by GNUPLOT"; gnuplot 5.4 adds the others, one per series, with the text
        // of some axis label.
        skipped = tag.dropFirst().prefix { $0.isLetter }
      } else if tag.hasPrefix("<svg") {
        result += root
      } else {
        let edited = Self.shortColours(of: edits.applied(to: tag))
        let isGroup = inline && tag.hasPrefix("<g ")
        result += isGroup ? Self.groupColours.applied(to: edited) : edited
      }
    }
    let drawing = skipped == nil ? result + text(rest) : result
    let short = CompactSVG.shortened(drawing, identifier: identifier)
    return inline ? String(short.drop { $0.isWhitespace }) : short
  }

  /// Colours in seven characters: gnuplot uses eighteen for each of thousands of dots.
  private static func shortColours(of tag: String) -> String {
    let bytes = Array(tag.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "r"), bytes[place...].starts(with: "rgb(".utf8),
        let end = bytes[place...].firstIndex(of: UInt8(ascii: ")")),
        let colour = colour(of: bytes[(place + 4)..<end])
      {
        result += colour.utf8
        place = end + 1
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Three numbers below 256, with commas between and spaces before them; otherwise nil.
  private static func colour(of numbers: ArraySlice<UInt8>) -> String? {
    let parts = numbers.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      UInt8(String(decoding: $0.drop { $0 == 0x20 }, as: UTF8.self))
    }
    guard parts.count == 3 else { return nil }
    var text = "#"
    for part in parts {
      guard let part else { return nil }
      text += (part < 16 ? "0" : "") + String(part, radix: 16)
    }
    return text
  }

  private static let fonts = "'\(ChartCanvas.family)', Verdana, Arial, sans-serif"

  private var root: String {
    let size = "viewBox=\"0 0 \(size.width) \(size.height)\""
    let natural = inline ? "" : " width=\"\(self.size.width)\" height=\"\(self.size.height)\""
    return """
      <svg \(size)\(natural) xmlns="http://www.w3.org/2000/svg" \
      xmlns:xlink="http://www.w3.org/1999/xlink" font-family="\(Self.fonts)" role="img" \
      aria-labelledby="\(identifier)-title \(identifier)-desc">
      <title id="\(identifier)-title">\(Self.escaped(title))</title>
      <desc id="\(identifier)-desc">\(Self.escaped(description))</desc>
      """
  }

  private var edits: TextEdits {
    // Only ids and references contain these; colours and fonts belong to the style. The groups of series
    // already contain the identifier, as the terminal's name.
    var edits: [(String, String)] = []
    for quote in ["'", "\""] {
      edits += [
        ("id=\(quote)\(identifier)_", "id=\(quote)\(identifier)-"),
        ("id=\(quote)", "id=\(quote)\(identifier)-"),
        ("font-family=\(quote)\(ChartCanvas.family)\(quote)", "font-family=\"\(Self.fonts)\""),
      ]
    }
    edits += [("href='#", "href='#\(identifier)-"), ("url(#", "url(#\(identifier)-")]
    guard inline else { return TextEdits(edits) }
    edits += [
      // A page that allows only its own styles would show hatches in black.
      ("style='fill:none; stroke:", "fill='none' stroke='"),
      // gnuplot writes the ink in two forms, depending on the element.
      ("rgb(36,41,47)", "currentColor"), ("rgb( 36,  41,  47)", "currentColor"),
    ]
    return TextEdits(edits)
  }

  /// Every group sets the colour to black or white, which would override the page's own.
  private static let groupColours = TextEdits(["black", "white"].map { (" color=\"\($0)\"", "") })

  /// gnuplot leaves `>` unescaped, but `]]>` is not allowed in XML's text.
  private func text(_ drawn: Substring) -> String { Self.closingAngle.applied(to: drawn) }

  private static let closingAngle = TextEdits([(">", "&gt;")])

  static func escaped(_ text: String) -> String {
    ScriptText.visible(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}

/// Replaces texts by others, all in one pass: one after the other, as strings do it, takes seconds for a
/// picture with thousands of dots.
struct TextEdits {
  private let edits: [(old: [UInt8], new: [UInt8])]
  /// For each byte, a Boolean value indicating whether an old text begins with it.
  private let begins: [Bool]

  /// - Parameter edits: old texts, none of them empty, with their replacements; if two match at the same
  ///   place, the first counts.
  init(_ edits: [(old: String, new: String)]) {
    self.edits = edits.map { (Array($0.old.utf8), Array($0.new.utf8)) }
    var begins = [Bool](repeating: false, count: 256)
    for edit in self.edits { begins[Int(edit.old[0])] = true }
    self.begins = begins
  }

  /// A text with all replacements; inserted text is not examined again.
  func applied(to text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if begins[Int(byte)],
        let edit = edits.first(where: { bytes[place...].starts(with: $0.old) })
      {
        result += edit.new
        place += edit.old.count
      } else {
        result.append(byte)
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
