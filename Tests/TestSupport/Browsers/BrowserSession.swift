import Foundation
import Glibc
import SystemPackage
import Testing

/// A page in Debian's Chromium, used as people do, by clicks and keys. It is controlled through
/// Chrome's DevTools protocol over two pipes, with JSON objects that end in a null character.
public final class BrowserSession {
  private let folder: ScratchFolder
  private let process: StartedProcess
  private let commands: FileDescriptor
  private let answers: FileDescriptor
  /// What was read behind the last message.
  private var pending: [UInt8] = []
  private var id = 0
  private var page: String?
  /// Events that arrived while waiting for an answer.
  private var events: [[String: Any]] = []
  /// Console output of pages, and what their policies refused.
  public private(set) var console: [String] = []

  /// Starts the browser with an empty page.
  public init() throws {
    folder = try ScratchFolder()
    let (down, up) = (try NamedPipe(folder["down"]), try NamedPipe(folder["up"]))
    // Also for reading, so that it does not wait for the shell to open the other end.
    commands = try FileDescriptor.open(down.path, .readWrite, options: .closeOnExec)
    answers = try up.reader()
    process = try StartedProcess([
      "/bin/sh", "-c", #"down=$1 up=$2; shift 2; exec "$@" 3< "$down" 4> "$up""#, "sh",
      down.path.string, up.path.string, "chromium", "--headless", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", "--no-first-run", "--lang=en-US",
      "--user-data-dir=\(folder.path)/profile", "--remote-debugging-pipe", "about:blank",
    ])
    let targets = try call("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
    let target = try #require(targets.first { $0["type"] as? String == "page" })
    page =
      try call(
        "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])[
        "sessionId"]
      as? String
    try call("Page.enable")
    try call("Log.enable")
    try call("Runtime.enable")
  }

  deinit {
    process.send(SIGKILL)
    _ = process.completion()
    try? commands.close()
    try? answers.close()
  }

  /// Opens an address, and waits until it is loaded.
  public func open(_ address: String) throws {
    try loading { try call("Page.navigate", ["url": address]) }
  }

  /// Does something that leads to another page, and waits until that is loaded.
  public func loading(_ body: () throws -> Void) throws {
    events = []
    try body()
    while !events.contains(where: { $0["method"] as? String == "Page.loadEventFired" }) {
      events.append(try message())
    }
  }

  /// Evaluates a JavaScript expression.
  @discardableResult
  public func value(_ expression: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true, "awaitPromise": true])
    try #require(answer["exceptionDetails"] == nil, "\(expression): \(answer)")
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// Clicks on the middle of the element that a selector finds.
  public func click(_ selector: String) throws {
    let place = try #require(
      try value(
        """
        (() => { const found = document.querySelector(\(try Self.quoted(selector)));
        found.scrollIntoView(); const box = found.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; })()
        """) as? [Double])
    for kind in ["mousePressed", "mouseReleased"] {
      try call(
        "Input.dispatchMouseEvent",
        ["type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1])
    }
  }

  /// Types into the element that a selector finds.
  public func type(_ text: String, into selector: String) throws {
    try value("document.querySelector(\(try Self.quoted(selector))).focus()")
    for letter in text {
      let key = String(letter)
      try call("Input.dispatchKeyEvent", ["type": "keyDown", "key": key, "text": key])
      try call("Input.dispatchKeyEvent", ["type": "keyUp", "key": key])
    }
  }

  @discardableResult
  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    id += 1
    var call: [String: Any] = ["id": id, "method": method, "params": parameters]
    if let page { call["sessionId"] = page }
    let bytes = try JSONSerialization.data(withJSONObject: call) + [0]
    try commands.writeAll(bytes)
    while true {
      let message = try message()
      guard message["id"] as? Int == id else {
        events.append(message)
        continue
      }
      try #require(message["error"] == nil, "\(method): \(message)")
      return message["result"] as? [String: Any] ?? [:]
    }
  }

  /// Waits for the browser's next message.
  private func message() throws -> [String: Any] {
    let found = try answers.next(before: 0, &pending)
    let bytes = try #require(
      found, "Chromium ended, or said nothing for ten minutes: \(process.errors)")
    let message = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    if ["Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled"]
      .contains(message["method"] as? String)
    {
      console.append("\(message["params"] ?? "")")
    }
    return message
  }

  private static func quoted(_ text: String) throws -> String {
    let bytes = try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
    return String(decoding: bytes, as: UTF8.self)
  }
}
