import SystemPackage
import TestSupport

/// What readers of a PDF find in it.
struct PrintedText {
  let file: FilePath

  /// The text, a line of the page each.
  func text() throws -> String {
    try Completion.of(["pdftotext", "-layout", file.string, "-"]).output
  }

  /// What stands between blanks, in the order of the page.
  func words() throws -> [String] {
    try text().split { " \n\u{c}".contains($0) }.map(String.init)
  }

  func properties() throws -> [String: String] {
    let lines = try Completion.of(
      ["pdfinfo", "-isodates", file.string], environment: ["TZ": "UTC"]
    ).output.split(separator: "\n")
    let pairs = lines.map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
    return Dictionary(
      pairs.filter { $0.count == 2 }.map { ($0[0], String($0[1].drop { $0 == " " })) },
      uniquingKeysWith: { first, _ in first })
  }
}
