import struct Foundation.Data
import class Foundation.NSObject
import FoundationXML

/// What a strict XML parser finds in a drawing.
final class SVGText: NSObject, XMLParserDelegate {
  /// Whether the drawing is well-formed.
  private(set) var isWellFormed = false
  /// The content of every `text` element, in order.
  private(set) var texts: [String] = []
  /// The root's title and description.
  private(set) var title = ""
  private(set) var summary = ""
  private(set) var ids: [String] = []
  private(set) var elements: Set<String> = []
  private(set) var root: [String: String] = [:]

  private var current = ""

  init(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if elements.isEmpty { root = attributes }
    elements.insert(name)
    if let id = attributes["id"] { ids.append(id) }
    current = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    current += string
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    switch name {
    case "text": texts.append(current)
    case "title": title = current
    case "desc": summary = current
    default: break
    }
  }
}
