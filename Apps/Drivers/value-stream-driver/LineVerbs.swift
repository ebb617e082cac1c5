import DriverKit
import ValueStream

/// Edits of the line. Repeated, each of them takes the next sticker, unless it names a position.
extension ValueStreamSession {
  static let lineVerbs: [Verb<ValueStreamSession>] = [
    Verb("new") { app, arguments in
      try arguments.allow([])
      return app.drawing {
        app.show(StreamMap())
        app.file = nil
      }
    },
    // Right beside the focused one, or at the end where none has the focus.
    Verb("create") { app, arguments in
      let contents = try Contents(arguments)
      return app.drawing {
        if app.editor.focus == nil {
          try app.editor.insert(at: app.editor.map.stickers.count, contents.fill)
          try app.focus(on: app.editor.map.stickers.count - 1)
        } else {
          try app.editor.insertAfterFocus(contents.fill)
          app.centre()
        }
      }
    },
    // Between two: before the sticker at the position.
    Verb("create-between") { app, arguments in
      let contents = try Contents(arguments)
      let position = try app.position(arguments)
      return app.drawing {
        try app.editor.insert(at: position, contents.fill)
      }
    },
    Verb("move") { app, arguments in
      try arguments.allow(["position", "to"])
      let position = try app.position(arguments)
      let target = try arguments.integer("to")
      return app.drawing {
        try app.editor.move(from: position, to: target)
      }
    },
    Verb("remove") { app, arguments in
      try arguments.allow(["position"])
      let position = try app.position(arguments)
      return app.drawing {
        try app.editor.remove(at: position)
      }
    },
    Verb("undo") { app, arguments in
      try arguments.allow([])
      return app.drawing {
        try app.editor.undo()
      }
    },
    Verb("redo") { app, arguments in
      try arguments.allow([])
      return app.drawing {
        try app.editor.redo()
      }
    },
  ]
}

/// The content of a new sticker, from a step's arguments.
private struct Contents {
  let classification: Classification
  let minutes: Minutes
  let text: String
  let symbol: StepSymbol

  init(_ arguments: Arguments) throws {
    try arguments.allow(["position", "as", "minutes", "text", "symbol"])
    classification =
      arguments.names.contains("as")
      ? try arguments.choice("as", of: Classification.self) : .valueAdding
    minutes = try Minutes(arguments.number("minutes", default: 5))
    text = arguments.text("text", default: "New step")
    symbol = try StepSymbol(
      named: arguments.text("symbol", default: StepSymbol.process.rawValue))
  }

  func fill(_ sticker: inout Sticker) throws(MapError) {
    sticker.classification = classification
    sticker.minutes = minutes
    sticker.symbol = symbol
    try sticker.write(text)
  }
}
