import DriverKit
import ValueStream

/// Fingers on the line and on the icons, and a tablet that is turned.
extension ValueStreamSession {
  /// Pictures a second while the line glides.
  private static let pictures = 60.0

  static let turningVerbs: [Verb<ValueStreamSession>] = [
    // A finger drags the line by so many points and leaves it at a velocity, in points a second. The
    // line glides on, is drawn for every picture, and stops with a sticker in the middle, which has
    // the focus then.
    Verb("drag") { app, arguments in
      try arguments.allow(["by", "velocity"])
      let points = try arguments.number("by")
      let velocity = try arguments.number("velocity", default: 0)
      return Call {
        app.timeLine.scroll(by: points, over: app.editor.map.stickers)
        return try app.glide(velocity: velocity)
      } outcome: { screens, outcome in
        outcome.mix(screens.count)
        for screen in screens { outcome.write(screen) }
      }
    },
    // Both lines, as the tablet is held.
    Verb("turn") { app, arguments in
      try arguments.allow(["axis", "length"])
      let axis = try arguments.choice("axis", of: LineAxis.self)
      let length = try arguments.number("length")
      return app.drawing {
        try app.timeLine.resize(length: length, axis: axis)
        try app.iconLine.resize(length: length, axis: axis)
      }
    },
    // The sticker that has the focus.
    Verb("focused") { app, arguments in
      try arguments.allow([])
      return Call {
        (app.editor.focus, app.editor.focused?.name)
      } outcome: { focused, outcome in
        outcome.fact("position", .integer(focused.0 ?? -1))
        outcome.fact("name", .text(focused.1 ?? ""))
      }
    },
    // By so many points; the icons are drawn then.
    Verb("scroll-icons") { app, arguments in
      try arguments.allow(["by"])
      let points = try arguments.number("by")
      return Call {
        app.iconLine.scroll(by: points, over: app.editor.map.stickers)
        return app.iconLine.icons(of: app.editor.map.stickers, focus: app.editor.focus)
      } outcome: { icons, outcome in
        outcome.fact("visible", .bool(!icons.isEmpty))
        outcome.mix(icons)
      }
    },
    // The icons that are visible.
    Verb("icons") { app, arguments in
      try arguments.allow([])
      return Call {
        app.iconLine.icons(of: app.editor.map.stickers, focus: app.editor.focus)
      } outcome: { icons, outcome in
        outcome.count(icons.count)
        outcome.fact("first", .text(icons.first?.name ?? ""))
        outcome.mix(icons)
      }
    },
  ]

  /// Lets go of the line, and draws it until it rests.
  private func glide(velocity: Double) throws -> [Screen] {
    let stickers = editor.map.stickers
    guard let glide = timeLine.glide(velocity: velocity, over: stickers) else { return [screen()] }
    var screens: [Screen] = []
    var picture = 1.0
    while picture / Self.pictures < glide.duration {
      timeLine.follow(glide, after: picture / Self.pictures, over: stickers)
      screens.append(screen())
      picture += 1
    }
    try focus(on: glide.position)
    screens.append(screen())
    return screens
  }
}

extension Outcome {
  fileprivate mutating func mix(_ icons: [StickerIcon]) {
    for icon in icons {
      mix(icon.position)
      mix(points: icon.x)
      mix(points: icon.y)
      mix(icon.classification.rawValue)
      mix(icon.name)
      mix(icon.isFocused ? 1 : 0)
    }
  }
}
