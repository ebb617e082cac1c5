import DriverKit
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
    Verb("draw-as") { app, arguments in
      try arguments.allow(["position", "symbol"])
      let symbol = try StepSymbol(named: arguments.text("symbol"))
      let position = try app.position(arguments)
      return app.drawing {
        try app.focus(on: position)
        try app.editor.draw(as: symbol)
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

/// The settings on the back of a sticker, from a step's arguments; what is not named stays. Words that
/// are on no list are refused here, before the sticker is turned over.
private struct Settings {
  let background: BackgroundColour?
  let family: StickerFont.Family?
  let size: StickerFont.Size?
  let minutes: Minutes?
  let text: String?

  init(_ arguments: Arguments) throws {
    try arguments.allow(["position", "background", "font", "size", "minutes", "text"])
    let names = Set(arguments.names)
    let standard = StickerFont.standard
    let font = try StickerFont(
      family: arguments.text("font", default: standard.family.rawValue),
      size: arguments.integer("size", default: standard.size.rawValue))
    family = names.contains("font") ? font.family : nil
    size = names.contains("size") ? font.size : nil
    background =
      names.contains("background")
      ? try BackgroundColour(named: arguments.text("background")) : nil
    minutes = names.contains("minutes") ? try Minutes(arguments.number("minutes")) : nil
    text = names.contains("text") ? try arguments.text("text") : nil
  }

  func apply(to editor: inout MapEditor) throws(MapError) {
    if let background { try editor.setBackground(background) }
    if let font = editor.focused?.font, family != nil || size != nil {
      try editor.setFont(StickerFont(family: family ?? font.family, size: size ?? font.size))
    }
    if let minutes { try editor.setDuration(minutes: minutes.value) }
    if let text { try editor.write(text) }
  }
}
