/// Drawn elements, with equal-looking ones together.
///
/// An element joins earlier ones that look the same, if nothing drawn in between may lie under it. So each
/// stays above and below the same elements.
struct SVGLayers {
  /// The dots at the corners of paths in `elements`.
  private(set) var markers: [SVGElement] = []
  /// In drawing order.
  private(set) var elements: [SVGElement] = []

  private let identifier: String

  /// Takes leaves in drawing order; `identifier` is the prefix of the ids of dots.
  init(_ leaves: [SVGLeaf], identifier: String) {
    self.identifier = identifier
    for layer in Self.layers(of: Self.runs(of: leaves)) { add(layer) }
  }

  private struct Layer {
    var leaves: [SVGLeaf]
    /// Around all of them.
    var bounds: SVGBounds
    /// The areas that they mark: consecutive ones, such as the dots of a panel, may be treated as one.
    var marks: [SVGBounds]

    var look: SVGElement { leaves[0].look }

    init(_ leaf: SVGLeaf) {
      leaves = [leaf]
      marks = leaf.marks
      bounds = .around(marks)
    }

    mutating func append(_ other: Layer) {
      leaves += other.leaves
      marks += other.marks
      bounds = bounds.union(other.bounds)
    }

    /// Returns whether one may hide a part of the other.
    func overlaps(_ other: Layer) -> Bool {
      bounds.overlaps(other.bounds)
        && marks.contains { mark in
          mark.overlaps(other.bounds) && other.marks.contains { $0.overlaps(mark) }
        }
    }
  }

  private static func runs(of leaves: [SVGLeaf]) -> [Layer] {
    var runs: [Layer] = []
    for leaf in leaves {
      if runs.last?.look == leaf.look {
        runs[runs.count - 1].append(Layer(leaf))
      } else {
        runs.append(Layer(leaf))
      }
    }
    for index in runs.indices where runs[index].marks.count > 16 {
      runs[index].marks = [runs[index].bounds]
    }
    return runs
  }

  private static func layers(of runs: [Layer]) -> [Layer] {
    var layers: [Layer] = []
    for run in runs {
      let under = layers.lastIndex { $0.overlaps(run) } ?? layers.startIndex
      if let same = layers[under...].firstIndex(where: { $0.look == run.look }) {
        layers[same].append(run)
      } else {
        layers.append(run)
      }
    }
    return layers
  }

  /// From this many equal dots on, a path with a dot at each corner is shorter.
  private static let fewestDots = 4

  private mutating func add(_ layer: Layer) {
    switch layer.look.name {
    case "path": elements += Self.paths(layer)
    case "text" where layer.leaves.count > 1: elements.append(Self.texts(layer))
    case "use" where layer.leaves.count >= Self.fewestDots: elements.append(dots(layer))
    default: elements += layer.leaves.map(\.element)
    }
  }

  /// One path from many. An area that two of them cover would be covered only once, so they may overlap only
  /// if they are opaque.
  private static func paths(_ layer: Layer) -> [SVGElement] {
    let look = layer.look
    let isSolid = look["fill"] == "none" && look["opacity"] == nil && look["stroke-opacity"] == nil
    var paths: [SVGElement] = []
    var drawn: [SVGBounds] = []
    var known: Set<String> = []
    for leaf in layer.leaves {
      let path = leaf.element["d"] ?? ""
      // Only one of equal opaque lines is visible.
      if isSolid, !known.insert(path).inserted { continue }
      if let before = paths.last?["d"],
        isSolid || !drawn.contains(where: { mark in leaf.marks.contains(where: mark.overlaps) })
      {
        paths[paths.count - 1]["d"] = before + path
        drawn += leaf.marks
      } else {
        paths.append(leaf.element)
        drawn = leaf.marks
      }
    }
    return paths
  }

  /// A group around texts, with their style.
  private static func texts(_ layer: Layer) -> SVGElement {
    var group = layer.look
    group.name = "g"
    group.children = layer.leaves.map { leaf in
      var text = leaf.element
      text.attributes.removeAll { layer.look[$0.name] == $0.value }
      return text
    }
    return group
  }

  /// Each dot is drawn over the previous one, as if it were separate.
  private mutating func dots(_ layer: Layer) -> SVGElement {
    let id: String
    if let known = markers.first(where: { $0.children == [layer.look] })?["id"] {
      id = known
    } else {
      id = "\(identifier)-dots\(markers.count + 1)"
      var marker = SVGElement(name: "marker")
      marker["id"] = id
      marker["overflow"] = "visible"
      marker["markerUnits"] = "userSpaceOnUse"
      marker.children = [layer.look]
      markers.append(marker)
    }
    var path = SVGElement(name: "path")
    path["stroke"] = "none"
    path["fill"] = "none"
    for place in ["start", "mid", "end"] { path["marker-\(place)"] = "url(#\(id))" }
    let places = layer.leaves.compactMap { SVGTransform.shift($0.element["transform"]) }
    path["d"] = SVGPath(corners: places.map { ($0.x, $0.y) })?.text
    return path
  }
}

/// An element that draws something and contains no other.
struct SVGLeaf {
  let element: SVGElement
  /// The element without its place.
  let look: SVGElement
  /// The areas in which it leaves marks.
  let marks: [SVGBounds]

  /// - Parameter element: has its full style.
  init(_ element: SVGElement) {
    marks = SVGBounds.marks(of: element)
    var (whole, look) = (element, element)
    switch element.name {
    case "path":
      if let path = element["d"].flatMap({ SVGPath($0) }) { whole["d"] = path.text }
      look["d"] = nil
    case "text":
      for name in ["x", "y", "transform"] { look[name] = nil }
      look.text = ""
    case "use": look["transform"] = SVGTransform.shift(element["transform"])?.rest
    default: break
    }
    self.element = whole
    self.look = look
  }
}
