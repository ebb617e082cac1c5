import AppPages
import DriverKit
import DriverPages
import ValueStream

/// The waste of the map on the table, and that map as the future of one in a file.
extension ValueStreamSession {
  static let comparingVerbs: [Verb<ValueStreamSession>] = [
    // By size: the names, and the share that each and all larger ones have together.
    Verb("waste") { app, arguments in
      try arguments.allow([])
      return Call {
        app.editor.map.wasteBySize
      } outcome: { waste, outcome in
        outcome.count(waste.count)
        outcome.fact("largest", .text(waste.first?.sticker.name ?? ""))
        for step in waste {
          outcome.mix(step.position)
          outcome.mix(step.sticker)
          outcome.mix(share: step.runningShare)
        }
      }
    },
    Verb("compare") { app, arguments in
      let difference = try app.difference(arguments)
      return Call(difference) { difference, outcome in
        outcome.count(difference.changes.count)
        outcome.fact(
          "saved",
          .number(difference.current.leadTime.value - difference.future.leadTime.value))
        for kind in StepChange.Kind.allCases {
          outcome.fact(
            kind.rawValue, .integer(difference.changes.count { $0.kind == kind }))
        }
        outcome.mix(difference)
      }
    },
    Verb("export-difference-pdf") { app, arguments in
      try app.exporting(arguments, to: "difference.pdf") { difference, path, record in
        try difference.writePDF(
          to: path, date: ValueStreamSession.printingDate, record: record)
      }
    },
    Verb("export-difference-png") { app, arguments in
      try app.exporting(arguments, to: "difference.png") { difference, path, record in
        try difference.writePNG(
          to: path, width: ValueStreamSession.pictureWidth, record: record)
      }
    },
  ]

  /// Reads the current map from its file and compares the one on the table with it.
  private func difference(_ arguments: Arguments) throws -> () throws -> MapDifference {
    try arguments.allow(["current", "matching"])
    let name = try arguments.text("current")
    let matching =
      arguments.names.contains("matching")
      ? try arguments.choice("matching", of: StepMatching.self) : .number
    return {
      MapDifference(
        from: try self.library.open(name).map, to: self.editor.map, matching: matching)
    }
  }

  private func exporting(
    _ arguments: Arguments, to name: String,
    _ write: @escaping (PrintedDifference, String, PageRecord?) throws -> Void
  ) throws -> Call {
    let difference = try difference(arguments)
    let current = try arguments.text("current")
    return PageExport(to: "\(directory)/\(name)") { path, record in
      try write(
        PrintedDifference(try difference(), current: current, future: self.mapName), path, record)
    }.call
  }
}

extension Outcome {
  fileprivate mutating func mix(_ difference: MapDifference) {
    mix(difference.current)
    mix(difference.future)
    mix(difference.currentSteps)
    mix(difference.futureSteps)
    for change in difference.changes {
      mix(change.kind.rawValue)
      mix(change.position)
      mix(Int(change.saved.seconds))
      mix(change.name)
    }
    for step in difference.waste {
      mix(step.waste.position)
      mix(share: step.waste.runningShare)
      if let after = step.after { mix(after) }
    }
  }

  /// To a millionth.
  fileprivate mutating func mix(share: Double) { mix(Int((share * 1_000_000).rounded())) }
}
