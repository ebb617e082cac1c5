import DriverKit
import ValueStream

/// What surrounds the line: sections with totals of their own, those around it, and information.
extension ValueStreamSession {
  static let surroundingsVerbs: [Verb<ValueStreamSession>] = [
    Verb("begin-section") { app, arguments in
      try arguments.allow(["position", "name", "parallel"])
      let name = try arguments.text("name")
      let isParallel = try arguments.boolean("parallel", default: false)
      let position = try app.position(arguments)
      return app.drawing {
        try app.focus(on: position)
        try app.editor.beginSection(name, isParallel: isParallel)
      }
    },
    Verb("dissolve-section") { app, arguments in
      try arguments.allow(["position"])
      let position = try app.position(arguments)
      return app.drawing {
        try app.focus(on: position)
        try app.editor.dissolveSection()
      }
    },
    // The parts with totals of their own, in minutes, and how long the map takes.
    Verb("sections") { app, arguments in
      try arguments.allow([])
      return Call {
        (app.editor.map.parts, app.editor.map.longestWay)
      } outcome: { map, outcome in
        let (parts, way) = map
        outcome.count(parts.count)
        outcome.fact("names", parts.map { $0.name ?? "" })
        outcome.fact("lead-times", parts.map(\.totals.leadTime.value))
        outcome.fact("begin", parts.map(\.begins.value))
        outcome.fact("lead-time", .number(way.leadTime.value))
        for part in parts { outcome.mix(part.totals) }
        outcome.mix(way)
      }
    },
    Verb("put-party") { app, arguments in
      try arguments.allow(["as", "name"])
      let party = try arguments.choice("as", of: Party.self)
      let name = try arguments.text("name")
      return app.surrounding { try app.editor.put(party, named: name) }
    },
    Verb("remove-party") { app, arguments in
      try arguments.allow(["as"])
      let party = try arguments.choice("as", of: Party.self)
      return app.surrounding { try app.editor.remove(party) }
    },
    // From and to one of those around the line, or the step at a position.
    Verb("add-flow") { app, arguments in
      try arguments.allow(["from", "to", "way", "text"])
      let ends = try (app.end(arguments, "from"), app.end(arguments, "to"))
      let way =
        arguments.names.contains("way")
        ? try arguments.choice("way", of: InformationFlow.Way.self) : .manual
      let text = try arguments.text("text")
      return app.surrounding {
        try app.editor.add(InformationFlow(from: ends.0, to: ends.1, way: way, text))
      }
    },
    Verb("remove-flow") { app, arguments in
      try arguments.allow(["index"])
      let index = try arguments.integer("index")
      return app.surrounding { try app.editor.removeFlow(at: index) }
    },
  ]

  /// A call that changes what surrounds the line, and what is there then.
  private func surrounding(_ edit: @escaping () throws -> Void) -> Call {
    Call {
      try edit()
      return self.editor.map.surroundings
    } outcome: { surroundings, outcome in
      outcome.fact("parties", .integer(surroundings.parties.count))
      outcome.fact("flows", .integer(surroundings.flows.count))
      outcome.mix(surroundings)
    }
  }

  /// An end of a flow: the word for someone around the line, or a step's position.
  private func end(_ arguments: Arguments, _ name: String) throws -> InformationFlow.End {
    let word = try arguments.text(name)
    if let party = Party(rawValue: word) { return .party(party) }
    let position = try arguments.integer(name)
    let stickers = editor.map.stickers
    guard stickers.indices.contains(position) else {
      throw MapError.noSticker(position: position, count: stickers.count)
    }
    return .step(stickers[position].id)
  }
}

extension Outcome {
  mutating func mix(_ surroundings: Surroundings) {
    for section in surroundings.sections {
      mix(section.label.text)
      mix(section.first)
      mix(section.isParallel ? 1 : 0)
    }
    for party in Party.allCases {
      if let label = surroundings.parties[party] { mix("\(party.rawValue) \(label.text)") }
    }
    for flow in surroundings.flows {
      mix(flow.from)
      mix(flow.to)
      mix(flow.way.rawValue)
      mix(flow.label.text)
    }
  }

  private mutating func mix(_ end: InformationFlow.End) {
    switch end {
    case .party(let party): mix(party.rawValue)
    case .step(let id): mix(Int(id.number))
    }
  }
}
