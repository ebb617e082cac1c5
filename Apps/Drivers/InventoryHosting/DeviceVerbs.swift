import DriverKit
import DriverPictures
import Inventory

extension InventorySession {
  static let deviceVerbs: [Verb<InventorySession>] = [
    Verb("add") { app, arguments in
      try arguments.allow(["name", "location", "description"])
      app.added += 1
      let new = NewDevice(
        name: try arguments.text("name"), location: try arguments.text("location"),
        serialNumber: "ADDED-\(app.added)",
        description: arguments.text("description", default: ""), picture: app.photograph)
      return Call {
        try app.client.addDevice(new)
      } outcome: { device, outcome in
        outcome.fact("picture", device.hasPicture)
        outcome.fact("message", Phrase.added.text(in: app.language))
        outcome.mix(device.listed)
        outcome.mix(device.description)
      }
    },
    Verb("device") { app, arguments in
      try arguments.allow(["device", "of"])
      let id = try app.screen.look(arguments)
      return app.lookingUp(arguments) { try app.client.device(id) }
    },
    Verb("device-by-code") { app, arguments in
      try arguments.allow(["device", "of", "beside", "outside"])
      let frame = try LabelFrame(
        of: app.screen.look(arguments), beside: arguments,
        isOutside: arguments.boolean("outside", default: false)
      ).image()
      return app.lookingUp(arguments) {
        try app.client.device(code: app.camera.code(in: frame))
      }
    },
    // One picture as it is kept: its sides, and whether it shows what the camera took.
    Verb("picture") { app, arguments in
      try arguments.allow(["device"])
      let id = DeviceID(Int64(try arguments.integer("device")))
      return Call {
        try app.client.pictures(of: [id])
      } outcome: { pictures, outcome in
        outcome.count(pictures.count)
        for picture in pictures {
          let look = try LookedAtPicture(png: picture.png)
          outcome.fact("size", look.size)
          outcome.fact("alike", try look.isLike(LookedAtPicture(png: app.photograph)))
          outcome.mix(Int(picture.deviceID.number))
        }
      }
    },
    Verb("pictures") { app, arguments in
      try arguments.allow([])
      let ids = app.screen.devices.map(\.id)
      return Call {
        try app.client.pictures(of: ids)
      } outcome: { pictures, outcome in
        outcome.count(pictures.count)
        for picture in pictures {
          outcome.mix(Int(picture.deviceID.number))
          outcome.mix(bytes: picture.png)
        }
      }
    },
  ]

  /// The call of a detail page. Its name and lines are facts of a device that the step names, since
  /// each repetition has to lead to the same.
  private func lookingUp(_ arguments: Arguments, _ lookUp: @escaping () throws -> Device) -> Call {
    let isNamed = arguments.names.contains("device")
    return Call {
      let device = try lookUp()
      return (device, device.lines(in: self.language))
    } outcome: { page, outcome in
      let (device, lines) = page
      if isNamed { outcome.fact("name", device.listed.name) }
      outcome.fact("state", ListScreen.State(device.listed.state).rawValue)
      if isNamed { outcome.fact("lines", lines) }
      outcome.mix(device)
    }
  }
}

extension Outcome {
  mutating func mix(_ device: Device) {
    mix(device.listed)
    mix(device.description)
    mix(device.unit.name)
    if let loan = device.loan { mix(loan) }
  }
}
