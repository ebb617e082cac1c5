/// The same picture in less than half the bytes, so that a page of many loads sooner.
///
/// gnuplot puts each line and each text into a group of its own that says all of its style again, and
/// each dot into an element of its own.
struct CompactSVG {
  private let identifier: String
  /// The ids of the dots so far, by what they look like and what they inherit.
  private var dots: [[SVGElement]: String] = [:]

  /// A finished drawing, shortened.
  ///
  /// - Parameter identifier: what the ids in it begin with.
  /// - Returns: what it is given where that is no tree of elements.
  static func shortened(_ drawing: String, identifier: String) -> String {
    guard let start = drawing.firstRange(of: "<svg"),
      var root = SVGElement(drawing[start.lowerBound...])
    else { return drawing }
    var compact = CompactSVG(identifier: identifier)
    let named = root.children.filter { ["title", "desc"].contains($0.name) }
    root.children = named + compact.contents(root.children.filter { !named.contains($0) }, in: [])
    root = Self.withoutUnused(root)
    var values = Self.initial
    values["font-family"] = root["font-family"]
    root.children = root.children.flatMap { Self.inheriting($0, values) }
    var text = String(drawing[..<start.lowerBound])
    root.write(to: &text)
    return text
  }

  private init(identifier: String) { self.identifier = identifier }

  /// Elements that stand beside each other: one group where several say the same, none that is empty, and
  /// none around a single text.
  private mutating func contents(
    _ elements: [SVGElement], in groups: [SVGElement]
  ) -> [SVGElement] {
    var result: [SVGElement] = []
    for element in Self.merged(elements) {
      guard element.name == "g" else {
        if element.name != "text" || !element.text.isEmpty { result.append(Self.short(element)) }
        continue
      }
      var group = element
      group.children = []
      group.children = contents(element.children, in: groups + [group])
      if group["transform"] != nil, group.children.count == 1, let text = group.children.first,
        text.name == "text"
      {
        result.append(Self.text(text, in: group))
      } else if !group.children.isEmpty {
        result.append(group)
      }
    }
    return joined(result, in: groups)
  }

  /// The same elements, without groups that say nothing, and with the contents of equal groups in one.
  private static func merged(_ elements: [SVGElement]) -> [SVGElement] {
    var result: [SVGElement] = []
    func add(_ elements: [SVGElement]) {
      for element in elements {
        guard element.name == "g" else {
          result.append(element)
          continue
        }
        var group = short(element)
        // Ids that nothing refers to.
        group["id"] = nil
        if group.attributes.isEmpty {
          add(group.children)
        } else if let last = result.indices.last, result[last].name == "g",
          result[last].attributes == group.attributes
        {
          result[last].children += group.children
        } else if !group.children.isEmpty {
          result.append(group)
        }
      }
    }
    add(elements)
    return result
  }

  private static func text(_ text: SVGElement, in group: SVGElement) -> SVGElement {
    var text = text
    text.attributes = group.attributes.filter { text[$0.name] == nil } + text.attributes
    return short(text)
  }
}

/// Dots.
extension CompactSVG {
  /// Of so many equal dots one after the other a path is shorter, with a dot at each of its corners.
  private static let fewestDots = 4

  /// A point of gnuplot's: where it is, and what it looks like.
  private struct Dot {
    let x: String
    let y: String
    let look: SVGElement

    init?(_ element: SVGElement) {
      guard element.name == "use", let shift = CompactSVG.shift(element["transform"]) else {
        return nil
      }
      (x, y) = (shift.x, shift.y)
      var look = element
      look["transform"] = shift.rest.isEmpty ? nil : shift.rest
      self.look = look
    }
  }

  /// Each dot is drawn over the one before, as if it stood alone.
  private mutating func joined(
    _ elements: [SVGElement], in groups: [SVGElement]
  ) -> [SVGElement] {
    var result: [SVGElement] = []
    var rest = elements[...]
    while let first = rest.first {
      let look = Dot(first)?.look
      let run = look == nil ? [] : rest.prefix { Dot($0)?.look == look }.compactMap(Dot.init)
      guard let look, run.count >= Self.fewestDots else {
        result.append(rest.removeFirst())
        continue
      }
      rest = rest.dropFirst(run.count)
      let known = dots[groups + [look]]
      let id = known ?? "\(identifier)-dots\(dots.count + 1)"
      if known == nil {
        dots[groups + [look]] = id
        // It stands beside the path and not in the definitions, so that it inherits the same.
        var marker = SVGElement(name: "marker")
        marker["id"] = id
        marker["overflow"] = "visible"
        marker["markerUnits"] = "userSpaceOnUse"
        marker.children = [look]
        result.append(marker)
      }
      var path = SVGElement(name: "path")
      path["stroke"] = "none"
      path["fill"] = "none"
      for place in ["start", "mid", "end"] { path["marker-\(place)"] = "url(#\(id))" }
      path["d"] = "M" + run.map { "\($0.x),\($0.y)" }.joined(separator: " ")
      result.append(path)
    }
    return result
  }
}

/// Attributes.
extension CompactSVG {
  /// What a group hands on to what is in it.
  private static let inherited: Set = [
    "color", "fill", "font-family", "font-size", "shape-rendering", "stroke", "stroke-linecap",
    "stroke-linejoin", "stroke-width", "text-anchor",
  ]

  /// What holds where nothing is said.
  private static let initial = [
    "stroke": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-width": "1",
    "text-anchor": "start",
  ]

  /// An element without what it would inherit anyway; its children where it is a group that says no more.
  private static func inheriting(_ element: SVGElement, _ values: [String: String]) -> [SVGElement]
  {
    // What is drawn where it is referred to inherits there.
    guard element.name != "defs" else { return [element] }
    var (element, values) = (element, values)
    element.attributes.removeAll { inherited.contains($0.name) && values[$0.name] == $0.value }
    for attribute in element.attributes where inherited.contains(attribute.name) {
      values[attribute.name] = attribute.value
    }
    element.children = element.children.flatMap { inheriting($0, values) }
    return element.name == "g" && element.attributes.isEmpty ? element.children : [element]
  }

  /// Coordinates to a tenth of a pixel, and no zeros behind a point.
  private static func short(_ element: SVGElement) -> SVGElement {
    guard element.name != "defs" else { return element }
    var element = element
    element["class"] = nil
    if element.name == "polygon", let points = element["points"],
      let path = SVGPath.outline(points)
    {
      element.name = "path"
      element["points"] = nil
      element["d"] = path
    } else if let path = element["d"].flatMap(SVGPath.shortened) {
      element["d"] = path
    }
    if let transform = element["transform"] { element["transform"] = rounded(transform) }
    if element.name == "text", let shift = shift(element["transform"]), shift.rest.isEmpty {
      element["transform"] = nil
      element.attributes.insert(
        contentsOf: [
          SVGElement.Attribute(name: "x", value: shift.x),
          SVGElement.Attribute(name: "y", value: shift.y),
        ], at: 0)
    }
    for index in element.attributes.indices {
      element.attributes[index].value = SVGPath.trimmed(element.attributes[index].value)
    }
    return element
  }

  /// Where a list of transformations shifts to before all else, and what else is in it.
  private static func shift(_ transform: String?) -> (x: String, y: String, rest: String)? {
    let opening = "translate("
    guard let transform, transform.hasPrefix(opening), let end = transform.firstIndex(of: ")")
    else { return nil }
    let parts = transform[..<end].dropFirst(opening.count).split(separator: ",")
    guard parts.count == 2 else { return nil }
    let rest = transform[transform.index(after: end)...].drop { $0 == " " }
    return (String(parts[0]), String(parts[1]), String(rest))
  }

  /// A list of transformations: shifts to a tenth, all else without zeros at the end.
  private static func rounded(_ transform: String) -> String {
    transform.split(separator: ")").map { part in
      let isShift = part.drop { $0 == " " }.hasPrefix("translate(")
      guard let opening = part.firstIndex(of: "(") else { return String(part) }
      let numbers = part[part.index(after: opening)...].split(separator: ",").map { number in
        isShift
          ? SVGPath.tenths(number.utf8).map(SVGPath.number) ?? String(number)
          : SVGPath.trimmed(String(number))
      }
      return part[...opening] + numbers.joined(separator: ",") + ")"
    }.joined()
  }

  /// gnuplot defines each of its points and filters, whichever are drawn, and some as the turned form of
  /// another.
  private static func withoutUnused(_ root: SVGElement) -> SVGElement {
    var root = root
    while true {
      var used: Set<Substring> = []
      root.forEach { element in
        for attribute in element.attributes {
          let value = attribute.value.utf8
          guard let mark = value.firstIndex(of: UInt8(ascii: "#")) else { continue }
          let name = value[mark...].dropFirst().prefix { $0 != UInt8(ascii: ")") }
          used.insert(Substring(name))
        }
      }
      let kept = defining(used, in: root)
      if kept == root { return root }
      root = kept
    }
  }

  private static func defining(_ used: Set<Substring>, in element: SVGElement) -> SVGElement {
    var element = element
    if element.name == "defs" {
      element.children.removeAll { $0["id"].map { !used.contains($0[...]) } ?? false }
    } else {
      element.children = element.children.map { defining(used, in: $0) }
      element.children.removeAll { $0.name == "defs" && $0.children.isEmpty }
    }
    return element
  }
}
