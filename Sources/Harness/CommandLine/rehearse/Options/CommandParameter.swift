import ArgumentParser
import Foundation

/// A parameter of measured commands, whose values replace its name in braces.
struct CommandParameter: Equatable {
  let name: String
  let values: [String]

  static let mostCommands = 1000

  /// Reads `name=1,6,9`; a backslash before a comma makes it part of a value.
  /// - Throws: `ValidationError`.
  init(list argument: String) throws {
    let (name, text) = try Self.parts(
      argument, option: "--parameter-list", allowed: "a name and values, as in -L level 1,6,9")
    var values = [""]
    var isEscaped = false
    for character in text {
      if character == ",", !isEscaped {
        values.append("")
      } else {
        if isEscaped, character != "," { values[values.count - 1].append("\\") }
        if character != "\\" { values[values.count - 1].append(character) }
      }
      isEscaped = character == "\\" && !isEscaped
    }
    if isEscaped { values[values.count - 1].append("\\") }
    (self.name, self.values) = (name, values)
  }

  /// Reads `name=1,8`, a range. Its values are `step` apart, by default 1.
  /// - Throws: `ValidationError`.
  init(scan argument: String, step: String?) throws {
    let allowed = "a name, the least and the greatest number, as in -P threads 1 8"
    let (name, text) = try Self.parts(argument, option: "--parameter-scan", allowed: allowed)
    let ends = text.split(separator: ",", omittingEmptySubsequences: false)
      .compactMap { Self.number(String($0)) }
    guard ends.count == 2, ends[0] <= ends[1] else {
      throw ValidationError(
        "--parameter-scan is '\(name) \(text.replacing(",", with: " "))'; allowed: \(allowed).")
    }
    let distance = try step.map { step in
      guard let distance = Self.number(step), distance > 0 else {
        throw ValidationError("--parameter-step-size is '\(step)'; allowed: a number above 0.")
      }
      return distance
    }
    var values: [String] = []
    var value = ends[0]
    while value <= ends[1] {
      guard values.count < Self.mostCommands else {
        throw ValidationError(
          "--parameter-scan \(name) has more than \(Self.mostCommands) values; "
            + "--parameter-step-size makes them fewer.")
      }
      values.append("\(value)")
      value += distance ?? 1
    }
    (self.name, self.values) = (name, values)
  }

  private static func parts(
    _ argument: String, option: String, allowed: String
  ) throws -> (name: String, text: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
      !parts[0].contains(where: { "{}".contains($0) })
    else { throw ValidationError("\(option) is '\(argument)'; allowed: \(allowed).") }
    return (String(parts[0]), String(parts[1]))
  }

  /// A decimal number, in which 0.1 is exact; nil for any other text.
  private static func number(_ text: String) -> Decimal? {
    guard Double(text) != nil, text.count <= 20, text.allSatisfy({ "-.0123456789".contains($0) })
    else { return nil }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// Returns all combinations of the parameters' values; those of the last one change first.
  static func choices(_ parameters: [CommandParameter]) -> [[String: String]] {
    parameters.reduce([[:]]) { choices, parameter in
      choices.flatMap { choice in
        parameter.values.map { choice.merging([parameter.name: $0]) { _, new in new } }
      }
    }
  }
}

extension String {
  /// The text with values in place of their names in braces. Values are not searched again.
  func filled(with values: [String: String]) -> String {
    var text = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        let value = values[String(rest[rest.index(after: open)..<close])]
      else {
        text.append(rest.removeFirst())
        continue
      }
      text += value
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
