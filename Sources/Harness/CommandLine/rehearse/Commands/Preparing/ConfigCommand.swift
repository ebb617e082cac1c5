import ArgumentParser
import CommandSupport
import Exporting
import Scenarios
import Tables

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the settings in effect, and where each comes from.",
    discussion: """
      Settings are read from the environment (REHEARSE_STORE and the like), then from rehearse.yml: \
      the nearest one, from the working folder up to the top of its git repository. Options of a \
      command win over both. An unknown name is an error.
      """)

  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let held = try Settings.current.get().held
    if outputOptions.json {
      try outputOptions.console.print(json: held.map(SettingDocument.init))
    } else {
      try outputOptions.console.print(try Self.table(held))
    }
  }

  private static func table(_ held: [Settings.Held]) throws -> Table {
    try Table(
      title: "Settings",
      columns: [
        Table.Column("Setting"), Table.Column("Value"), Table.Column("From"),
        Table.Column("Variable"), Table.Column("Meaning"),
      ],
      rows: held.map { held in
        [
          .text(held.setting.key),
          held.text.map { .text($0) } ?? .missing("chosen by each command"),
          .text(held.origin.words), .text(held.setting.variable), .text(held.setting.meaning),
        ]
      })
  }
}

extension SettingDocument {
  fileprivate init(_ held: Settings.Held) {
    let (key, variable) = (held.setting.key, held.setting.variable)
    switch held.origin {
    case .standard: self.init(key: key, value: held.text, from: .default, variable: variable)
    case .variable: self.init(key: key, value: held.text, from: .environment, variable: variable)
    case .file(let path, let place):
      self.init(
        key: key, value: held.text, from: .file, variable: variable, file: path, line: place.line)
    }
  }
}
