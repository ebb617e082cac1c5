/// gnuplot's SVG made fit for publication: named for those who do not see it, with ids of
/// its own, so that many drawings can stand in one page, and well-formed.
struct SVGDrawing {
  let identifier: String
  let title: String
  let description: String
  let size: ChartSize
  let inline: Bool

  /// gnuplot's text holds no `<` but those of its tags, so tags and text can be told apart
  /// without a parser.
  func finished(_ drawn: String) -> String {
    var result = ""
    var rest = drawn[...]
    // Depth in elements whose content is replaced.
    var skipped: Substring?
    while let opening = rest.firstIndex(of: "<") {
      if skipped == nil { result += text(rest[..<opening]) }
      guard let closing = rest[opening...].firstIndex(of: ">") else { break }
      let tag = rest[opening...closing]
      rest = rest[rest.index(after: closing)...]
      if let name = skipped {
        if tag == "</\(name)>" { skipped = nil }
      } else if tag.hasPrefix("<?") {
        if !inline { result += #"<?xml version="1.0" encoding="utf-8"?>"# }
      } else if tag.hasPrefix("<title") || tag.hasPrefix("<desc") {
        // The first two say "Produced by GNUPLOT"; gnuplot 5.4 gives the others, one a
        // series, the text of some axis label.
        skipped = tag.dropFirst().prefix { $0.isLetter }
      } else if tag.hasPrefix("<svg") {
        result += root
      } else {
        result += edited(tag)
      }
    }
    let complete = skipped == nil ? result + text(rest) : result
    return inline ? String(complete.drop { $0.isWhitespace }) : complete
  }

  private var root: String {
    let size = "viewBox=\"0 0 \(size.width) \(size.height)\""
    let natural = inline ? "" : " width=\"\(self.size.width)\" height=\"\(self.size.height)\""
    return """
      <svg \(size)\(natural) xmlns="http://www.w3.org/2000/svg" \
      xmlns:xlink="http://www.w3.org/1999/xlink" role="img" \
      aria-labelledby="\(identifier)-title \(identifier)-desc">
      <title id="\(identifier)-title">\(Self.escaped(title))</title>
      <desc id="\(identifier)-desc">\(Self.escaped(description))</desc>
      """
  }

  private func edited(_ tag: Substring) -> String {
    // Ids and references alone hold these; colours and fonts are the style's.
    var edited = String(tag)
    for quote in ["'", "\""] {
      edited = edited.replacing("id=\(quote)", with: "id=\(quote)\(identifier)-")
      edited = edited.replacing(
        "font-family=\(quote)\(ChartCanvas.family)\(quote)",
        with: "font-family=\"'\(ChartCanvas.family)', Verdana, Arial, sans-serif\"")
    }
    // The groups of series already carry the identifier, as the terminal's name.
    edited = edited.replacing("\(identifier)-\(identifier)_", with: "\(identifier)-")
    edited = edited.replacing("href='#", with: "href='#\(identifier)-")
    edited = edited.replacing("url(#", with: "url(#\(identifier)-")
    guard inline else { return edited }
    // A page that allows no styles but its own would leave hatches black.
    edited = edited.replacing("style='fill:none; stroke:", with: "fill='none' stroke='")
    // Every group sets the colour to black or white, which would keep the page's own out.
    if edited.hasPrefix("<g ") {
      for colour in ["black", "white"] {
        edited = edited.replacing(" color=\"\(colour)\"", with: "")
      }
    }
    // gnuplot writes the ink in either way, depending on the element.
    return edited.replacing("rgb(36,41,47)", with: "currentColor")
      .replacing("rgb( 36,  41,  47)", with: "currentColor")
  }

  /// gnuplot leaves `>` as it is, and `]]>` is not allowed in XML's text.
  private func text(_ drawn: Substring) -> String {
    String(drawn).replacing(">", with: "&gt;")
  }

  static func escaped(_ text: String) -> String {
    ScriptText.visible(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}
