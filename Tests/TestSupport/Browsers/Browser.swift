import Foundation
public import SystemPackage
import Testing

/// Debian's Chromium, headless, with a profile of its own for the test.
public struct Browser {
  private let folder: ScratchFolder

  /// Asked once, for each answer takes a start of Chromium.
  private static let isInstalled = Result {
    try Completion.of(["/usr/bin/env", "chromium", "--version"]).status == 0
  }

  /// - Throws: if Chromium is not installed.
  public init() throws {
    try #require(
      try Self.isInstalled.get(), "This test needs Chromium (Debian: apt-get install chromium).")
    folder = try ScratchFolder()
  }

  /// The system's colour scheme as pages see it.
  public enum Scheme: Int, Sendable { case dark = 0, light = 1 }

  /// Returns the page's content after its scripts have run, and its console output.
  public func open(
    _ page: FilePath, width: Int = 1280, height: Int = 900, scheme: Scheme = .light,
    _ options: String...
  ) throws -> (markup: String, console: [Substring]) {
    try open(address: "file://\(page)", width: width, height: height, scheme: scheme, options)
  }

  /// The same for a page on a server.
  public func open(
    address: String, width: Int = 1280, height: Int = 900, scheme: Scheme = .light,
    _ options: [String] = ["--dump-dom"]
  ) throws -> (markup: String, console: [Substring]) {
    let done = try Completion.of(
      [
        "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--hide-scrollbars", "--no-first-run", "--user-data-dir=\(folder.path)/profile",
        "--enable-logging=stderr", "--window-size=\(width),\(height)",
        "--blink-settings=preferredColorScheme=\(scheme.rawValue)", "--virtual-time-budget=20000",
      ] + options + [address])
    try #require(done.status == 0, "\(done.errors)")
    return (done.output, done.errors.split(separator: "\n").filter { $0.contains(":CONSOLE") })
  }

  /// A script that checks the page with axe, and writes the violations, the number of passed rules, and by how
  /// many pixels the page is wider than its window.
  public static func accessibilityProbe() throws -> String {
    try """
    \(axe())
    axe.run(document).then(found => {
      const probe = document.createElement("pre");
      probe.id = "probe";
      probe.textContent = JSON.stringify({
        violations: found.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).join(" | ")),
        passes: found.passes.length,
        overflow: document.documentElement.scrollWidth - innerWidth,
      });
      document.body.append(probe);
    });
    """
  }

  /// Opens a copy of the page with an additional script, which its policy is changed to allow.
  /// Returns what the script writes as JSON into the element `probe`.
  public func probe(
    _ page: FilePath, with script: String, width: Int = 1280, scheme: Scheme = .light
  ) throws -> [String: Any] {
    let copy = folder["probe.html"]
    let hash = try Self.hash(of: script)
    let text = try String(contentsOfFile: page.string, encoding: .utf8)
      .replacing("script-src ", with: "script-src '\(hash)' ")
      .replacing("</body>", with: "<script>\(script)</script></body>")
    try Data(text.utf8).write(to: URL(fileURLWithPath: copy.string))
    let opened = try open(copy, width: width, scheme: scheme, "--dump-dom")
    let found = try #require(
      opened.markup.firstMatch(of: /<pre id="probe">(.*?)<\/pre>/.dotMatchesNewlines()),
      "\(opened.console)")
    let json = String(found.output.1).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  /// Returns what axe finds wrong with a page, and by how many pixels it is too wide: in light colours on a screen, in
  /// dark ones on a phone.
  public func faults(of page: FilePath) throws -> [String] {
    let script = try Self.accessibilityProbe()
    var faults: [String] = []
    for (width, scheme) in [(1280, Scheme.light), (390, .dark)] {
      let found = try probe(page, with: script, width: width, scheme: scheme)
      let passes = try #require(found["passes"] as? Int)
      // Were the page empty, nothing would be wrong with it.
      try #require(passes > 5)
      faults += try #require(found["violations"] as? [String])
      let overflow = try #require(found["overflow"] as? Int)
      if overflow > 0 { faults.append("\(overflow) pixels too wide for \(width)") }
    }
    return faults
  }

  /// axe-core, from a PyPI package.
  public static func axe() throws -> String { try foundAxe.get() }

  private static let foundAxe = Result { () throws -> String in
    let found = try Completion.of(
      [
        PeerReaders.program("python3"), "-c",
        "import importlib.util as u; print(u.find_spec('axe_playwright_python').submodule_search_locations[0])",
      ])
    try #require(found.status == 0, "\(found.errors)")
    let path = found.output.trimmingCharacters(in: .newlines) + "/axe.min.js"
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private static func hash(of script: String) throws -> String {
    let folder = try ScratchFolder()
    let file = try folder.add("script", script)
    let done = try Completion.of(["/usr/bin/sha256sum", file.string])
    let digits = Array(done.output.prefix(64))
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
    return "sha256-\(Data(bytes).base64EncodedString())"
  }
}
