public import Diagnosing
public import Recording
import Statistics
import Tables

/// A diagnosis for a terminal: what disturbs, the gravest first, then what is in order, then what is unknown.
/// It is no table, whose columns would cut sentences.
public struct DiagnosisText {
  private let width: Int?
  private let style: TextStyle

  /// A writer for a terminal of this width; nil if lines may be of any length.
  public init(width: Int? = nil, style: TextStyle = .plain) {
    self.width = width.map { max($0, TextTableRenderer.narrowestWidth) }
    self.style = style
  }

  /// The text, without a line break at its end; `builds` are the disturbances of a scenario's builds.
  public func rendered(_ diagnosis: Diagnosis, of machine: Environment, builds: [Problem] = [])
    -> String
  {
    var lines = wrapped(
      "\(machine.processor), \(machine.processors.counted("CPU", "CPUs")), "
        + "\(NumberFormat.coarse.string(for: Double(machine.memory) / 1e9)) GB, \(machine.system), "
        + machine.kernel)
    for severity in Severity.allCases {
      let found = (builds + diagnosis.problems).filter { $0.severity == severity }
      guard !found.isEmpty else { continue }
      lines += [""] + wrapped(severity.heading).map { style.apply(severity.role, to: $0) }
      for problem in found { lines += [""] + paragraph(problem) }
    }
    lines += list("OK", diagnosis.inOrder.map { ($0.name, $0.found) })
    lines += list("Not known", diagnosis.unknown.map { ($0.name, $0.reason) })
    return lines.joined(separator: "\n")
  }

  private func paragraph(_ problem: Problem) -> [String] {
    let title = wrapped("\(problem.name): \(problem.found)", hanging: 4)
    let remedy =
      switch problem.remedy {
      // Never wrapped, because it is for copying.
      case .command(let command): ["  $ \(PlainLine(command))"]
      case .advice(let advice): wrapped("→ \(advice)", indent: 2, hanging: 2)
      case .none(let reason): wrapped("– \(reason)", indent: 2, hanging: 2)
      }
    return title.map { style.apply(.heading, to: $0) } + wrapped(problem.effect, indent: 2) + remedy
  }

  private func list(_ heading: String, _ entries: [(name: String, words: String)]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return ["", style.apply(.section, to: heading), ""]
      + entries.flatMap { wrapped("\($0.name): \($0.words)", indent: 2, hanging: 2) }
  }

  /// Lines no wider than the terminal, all indented, those after the first more.
  private func wrapped(_ text: String, indent: Int = 0, hanging: Int = 0) -> [String] {
    let plain = PlainLine(text).description
    let lines = LineWrap(plain, width: width.map { $0 - indent - hanging }).lines
    return lines.enumerated().map { index, line in
      String(repeating: " ", count: indent + (index > 0 ? hanging : 0)) + line
    }
  }
}

extension Severity {
  fileprivate var heading: String {
    switch self {
    case .spoils: "Fix before measuring"
    case .disturbs: "Makes measurements noisier"
    case .note: "Notes"
    }
  }

  fileprivate var role: TextStyle.Role {
    switch self {
    case .spoils: .bad
    case .disturbs: .caution
    case .note: .section
    }
  }
}
