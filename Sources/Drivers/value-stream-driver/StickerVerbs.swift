import DriverKit
import DriverProtocol
import ValueStream

/// Edits of one sticker. Repeated, each of them takes the next one, unless it names a position.
extension ValueStreamSession {
  static let stickerVerbs: [Verb<ValueStreamSession>] = [
    Verb("classify") { app, arguments in
      try arguments.allow(["position", "as"])
      let classification = try arguments.choice("as", of: Classification.self)
      let position = try app.position(arguments)
      return app.drawing {
        try app.focus(on: position)
        try app.editor.classify(as: classification)
      }
    },
    // To the settings, or back.
    Verb("flip") { app, arguments in
      try arguments.allow([])
      return app.drawing {
        try app.editor.flip()
      }
    },
    // Flips the sticker, sets what is named, and flips it back.
    Verb("set") { app, arguments in
      let settings = try Settings(arguments)
      let position = try app.position(arguments)
      return app.drawing {
        try app.focus(on: position)
        try app.editor.flip()
        try settings.apply(to: &app.editor)
        try app.editor.flip()
      }
    },
  ]
}

/// What the back of a sticker offers, from a step's arguments; what is not named stays.
private struct Settings {
  let background: BackgroundColour?
  let font: StickerFont?
  let minutes: Double?
  let text: String?

  init(_ arguments: Arguments) throws {
    try arguments.allow(["position", "background", "font", "size", "minutes", "text"])
    let names = Set(arguments.names)
    background =
      names.contains("background")
      ? try BackgroundColour(named: arguments.text("background")) : nil
    font =
      names.isDisjoint(with: ["font", "size"])
      ? nil
      : try StickerFont(
        family: arguments.text("font", default: StickerFont.standard.family.rawValue),
        size: arguments.integer("size", default: StickerFont.standard.size.rawValue))
    minutes = names.contains("minutes") ? Double(try arguments.integer("minutes")) : nil
    text = names.contains("text") ? try arguments.text("text") : nil
  }

  func apply(to editor: inout MapEditor) throws(MapError) {
    if let background { try editor.setBackground(background) }
    if let font { try editor.setFont(font) }
    if let minutes { try editor.setDuration(minutes: minutes) }
    if let text { try editor.write(text) }
  }
}
