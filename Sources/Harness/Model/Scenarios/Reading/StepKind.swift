import DriverProtocol
import Yams

/// The kind of a scenario's steps. All are of one kind.
enum StepKind: String {
  /// Verbs of the app's own driver.
  case verbs
  case commands
  /// HTTP requests, which `rehearse-users` sends.
  case requests

  /// The kind of the steps of stories; verbs if there are none.
  init(of stories: YAMLNode?) {
    let steps = stories?.node.mapping?.compactMap { _, story in
      story.mapping?["steps"]?.sequence
    }.joined()
    func has(_ kind: StepKind) -> Bool {
      steps?.contains {
        $0.mapping?.contains { kind.isKey($0.key) && $0.value.mapping == nil } ?? false
      } ?? false
    }
    self = has(.commands) ? .commands : has(.requests) ? .requests : .verbs
  }

  /// Returns whether steps of this kind are known by a key. A driver may have a verb of the same name, but its
  /// arguments are a mapping, which a command or a request is not.
  private func isKey(_ node: Node) -> Bool {
    switch self {
    case .verbs: false
    case .commands: node.string == "run" || node.string == "shell"
    case .requests: node.string == StepRequest.verb
    }
  }

  /// Returns whether a step is a driver's verb instead, and reports it.
  func isVerb(_ step: YAMLNode) -> Bool {
    guard let keys = step.node.mapping, !keys.contains(where: { isKey($0.key) }),
      keys.contains(where: { $0.value.mapping != nil && $0.key.string != "expect" })
    else { return false }
    step.note(
      "a driver's verb among \(rawValue)",
      allowed: "steps that are all \(rawValue), or all verbs of a driver")
    return true
  }
}
