/// An element of a drawing, with all its content.
///
/// The part of XML that gnuplot writes: elements, attributes, and texts without elements.
struct SVGElement: Hashable {
  /// A name and its value, as written between quotation marks.
  struct Attribute: Hashable {
    var name: String
    var value: String
  }

  var name: String
  var attributes: [Attribute] = []
  var children: [SVGElement] = []
  /// The text of an element without children, its markup still escaped.
  var text = ""

  subscript(name: String) -> String? {
    get { attributes.first { $0.name == name }?.value }
    set {
      switch (attributes.firstIndex(where: { $0.name == name }), newValue) {
      case (let index?, let value?): attributes[index].value = value
      case (let index?, nil): attributes.remove(at: index)
      case (nil, let value?): attributes.append(Attribute(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// This element and everything inside.
  func forEach(_ body: (SVGElement) -> Void) {
    body(self)
    for child in children { child.forEach(body) }
  }

  /// One line for each element.
  func write(to text: inout String) {
    text += "<\(name)"
    for attribute in attributes {
      let mark = attribute.value.utf8.contains(UInt8(ascii: "\"")) ? "'" : "\""
      text += " \(attribute.name)=\(mark)\(attribute.value)\(mark)"
    }
    guard !children.isEmpty || !self.text.isEmpty else {
      text += "/>\n"
      return
    }
    text += ">\(self.text)"
    if !children.isEmpty { text += "\n" }
    for child in children { child.write(to: &text) }
    text += "</\(name)>\n"
  }
}

extension SVGElement {
  /// Reads an element from its first tag to its last; nil if the tags don't match.
  init?(_ drawing: some StringProtocol) {
    let bytes = Array(drawing.utf8)
    var open: [SVGElement] = []
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
      if let last = open.indices.last, open[last].children.isEmpty {
        open[last].text = String(decoding: bytes[place..<start], as: UTF8.self)
      }
      place = end + 1
      var tag = bytes[(start + 1)..<end]
      var closed: SVGElement?
      if tag.first == UInt8(ascii: "/") {
        closed = open.popLast()
        guard closed?.name == String(decoding: tag.dropFirst(), as: UTF8.self) else { return nil }
      } else {
        let isWhole = tag.last == UInt8(ascii: "/")
        if isWhole { tag = tag.dropLast() }
        guard let element = SVGElement(tag: tag) else { return nil }
        if let last = open.indices.last { open[last].text = "" }
        if isWhole { closed = element } else { open.append(element) }
      }
      guard var closed else { continue }
      // Spaces and line breaks between tags are only gnuplot's formatting.
      if closed.text.utf8.allSatisfy(\.isBlank) { closed.text = "" }
      guard let last = open.indices.last else {
        self = closed
        return
      }
      open[last].children.append(closed)
    }
    return nil
  }

  private init?(tag: ArraySlice<UInt8>) {
    let name = tag.prefix { !$0.isBlank }
    self.init(name: String(decoding: name, as: UTF8.self))
    var rest = tag[name.endIndex...].drop(while: \.isBlank)
    while !rest.isEmpty {
      // gnuplot writes some with spaces around the sign.
      guard let sign = rest.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let name = rest[..<sign].prefix { !$0.isBlank }
      rest = rest[(sign + 1)...].drop(while: \.isBlank)
      guard let mark = rest.popFirst(), mark == UInt8(ascii: "'") || mark == UInt8(ascii: "\""),
        let end = rest.firstIndex(of: mark)
      else { return nil }
      attributes.append(
        Attribute(
          name: String(decoding: name, as: UTF8.self),
          value: String(decoding: rest[..<end], as: UTF8.self)))
      rest = rest[(end + 1)...].drop(while: \.isBlank)
    }
  }
}

extension UInt8 {
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
