/// The same picture in a quarter of the bytes, so that a page with many loads sooner.
///
/// gnuplot puts each line and each text into a separate group that repeats all of its style, and each dot
/// into a separate element. Here equal-looking elements are drawn together, unless something drawn in between
/// lies under them: see ``SVGLayers``.
enum CompactSVG {
  /// Shortens a finished drawing, whose ids begin with `identifier`. What is no tree of elements stays as it is.
  static func shortened(_ drawing: String, identifier: String) -> String {
    guard let start = drawing.firstRange(of: "<svg"),
      var root = SVGElement(drawing[start.lowerBound...])
    else { return drawing }
    root = withoutTwins(root)
    let named = root.children.filter { ["title", "desc"].contains($0.name) }
    var leaves: [SVGLeaf] = []
    var definitions: [SVGElement] = []
    for element in root.children where !named.contains(element) {
      collect(element, inheriting: [:], into: &leaves, &definitions)
    }
    let layers = SVGLayers(leaves, identifier: identifier)
    root.children = named + definitions + layers.markers + [grouped(layers.elements)]
    root = withoutUnused(root)
    var values = initial
    values["font-family"] = root["font-family"]
    root.children = root.children.flatMap { inheriting($0, values) }
    var text = String(drawing[..<start.lowerBound])
    root.write(to: &text)
    return text
  }

  /// The attributes that a group passes on to its content.
  private static let inherited: Set = [
    "color", "fill", "font-family", "font-size", "shape-rendering", "stroke", "stroke-linecap",
    "stroke-linejoin", "stroke-width", "text-anchor",
  ]

  private static let initial = [
    "stroke": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-width": "1",
    "text-anchor": "start",
  ]

  /// Attributes without effect, by the element's name.
  private static func isIdle(_ name: String, of element: SVGElement) -> Bool {
    switch name {
    case "stroke-width", "stroke-linecap", "stroke-linejoin":
      element["stroke"] == "none" || element.name == "use"
    // Dots say themselves which of their parts are drawn, and take their colour from their user.
    case "stroke": element.name == "use"
    case "font-family", "font-size", "text-anchor": element.name == "path"
    case "shape-rendering": element.name == "text"
    case "color": ["path", "text"].contains(element.name)
    default: false
    }
  }
}

extension CompactSVG {
  /// Adds drawn elements to `leaves`, each with its full style, and pure definitions to `definitions`.
  private static func collect(
    _ element: SVGElement, inheriting values: [String: String], into leaves: inout [SVGLeaf],
    _ definitions: inout [SVGElement]
  ) {
    var element = short(element)
    // Unreferenced ids.
    if element.name == "g" { element["id"] = nil }
    let own = element.attributes.filter { !inherited.contains($0.name) }
    let isText = own.map(\.name) == ["transform"] && element.children.map(\.name) == ["text"]
    guard element.name == "g", own.isEmpty || isText else {
      if element.name == "defs" {
        definitions.append(definition(element, values))
      } else if element.name != "text" || !element.text.isEmpty {
        let leaf = SVGLeaf(styled(element, values))
        // Paths that only move.
        if leaf.element["d"] != "" { leaves.append(leaf) }
      }
      return
    }
    var values = values
    for attribute in element.attributes where inherited.contains(attribute.name) {
      values[attribute.name] = attribute.value
    }
    for var child in element.children {
      child.attributes = own + child.attributes
      collect(child, inheriting: values, into: &leaves, &definitions)
    }
  }

  /// gnuplot's points and patterns have their own colours.
  private static func definition(_ element: SVGElement, _ values: [String: String]) -> SVGElement {
    var element = element
    for name in ["stroke-linecap", "stroke-linejoin", "stroke-width"]
    where values[name] != initial[name] {
      element[name] = values[name]
    }
    return element
  }

  /// An element with its inherited attributes made explicit, in one order.
  private static func styled(_ element: SVGElement, _ values: [String: String]) -> SVGElement {
    var element = element
    var values = values
    for attribute in element.attributes where inherited.contains(attribute.name) {
      values[attribute.name] = attribute.value
    }
    element.attributes.removeAll { inherited.contains($0.name) }
    element.attributes += values.sorted { $0.key < $1.key }
      .map { SVGElement.Attribute(name: $0.key, value: $0.value) }
    if let colour = values["color"], element.name != "use" {
      for index in element.attributes.indices
      where element.attributes[index].value == "currentColor" {
        element.attributes[index].value = colour
      }
    }
    let whole = element
    element.attributes.removeAll { isIdle($0.name, of: whole) }
    return element
  }

  /// Places to a tenth of a pixel, without trailing zeros.
  private static func short(_ element: SVGElement) -> SVGElement {
    guard element.name != "defs" else { return element }
    var element = element
    element["class"] = nil
    if element.name == "polygon", let points = element["points"] {
      element.name = "path"
      element["points"] = nil
      element["d"] = "M" + points.split { $0.isWhitespace }.joined(separator: " L") + " Z"
    }
    if let transform = element["transform"] {
      element["transform"] = SVGTransform.rounded(transform)
    }
    if element.name == "text", let shift = SVGTransform.shift(element["transform"]),
      shift.rest.isEmpty
    {
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
}

/// Factoring out common attributes.
extension CompactSVG {
  /// Elements in one group, with the attributes that most of them share.
  private static func grouped(_ elements: [SVGElement]) -> SVGElement {
    var group = SVGElement(name: "g")
    for name in inherited.sorted() {
      var counts: [String: Int] = [:]
      for element in elements {
        guard let value = element[name] ?? initial[name] else { continue }
        counts[value, default: 0] += 1
      }
      let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
      // If some lack the attribute, they must not inherit anything.
      guard let most, most.value > 1, counts.values.reduce(0, +) == elements.count else { continue }
      group[name] = most.key
    }
    group.children = elements.map { element in
      var element = element
      for attribute in group.attributes where element[attribute.name] == nil {
        element[attribute.name] = initial[attribute.name]
      }
      return element
    }
    return group
  }

  /// An element without what it would inherit anyway; its children if it is a group without attributes.
  private static func inheriting(_ element: SVGElement, _ values: [String: String]) -> [SVGElement]
  {
    var (element, values) = (element, values)
    element.attributes.removeAll { inherited.contains($0.name) && values[$0.name] == $0.value }
    // Referenced content inherits at the place of use.
    guard element.name != "defs" else { return [element] }
    for attribute in element.attributes where inherited.contains(attribute.name) {
      values[attribute.name] = attribute.value
    }
    element.children = element.children.flatMap { inheriting($0, values) }
    return element.name == "g" && element.attributes.isEmpty ? element.children : [element]
  }

  /// gnuplot defines the pattern of each bar again; the first of equal ones is used for all.
  private static func withoutTwins(_ root: SVGElement) -> SVGElement {
    var first: [SVGElement: String] = [:]
    var twins: [String: String] = [:]
    root.forEach { element in
      guard element.name == "pattern", let id = element["id"] else { return }
      var look = element
      look["id"] = nil
      if let known = first[look] { twins[id] = known } else { first[look] = id }
    }
    return twins.isEmpty ? root : replacing(twins, in: root)
  }

  private static func replacing(_ twins: [String: String], in element: SVGElement) -> SVGElement {
    var element = element
    element.children.removeAll { $0["id"].map { twins[$0] != nil } ?? false }
    element.children = element.children.map { replacing(twins, in: $0) }
    if let fill = element["fill"], let twin = fill.wholeMatch(of: /url\(#(.+)\)/)?.1,
      let known = twins[String(twin)]
    {
      element["fill"] = "url(#\(known))"
    }
    return element
  }

  /// gnuplot defines all of its points and filters, even unused ones, and some as the rotated form of
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
