import DriverKit
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
        outcome.fact("picture", .bool(device.hasPicture))
        outcome.mix(device.listed)
        outcome.mix(device.description)
      }
    },
    Verb("device") { app, arguments in
      try arguments.allow(["device"])
      let id = DeviceID(Int64(try arguments.integer("device")))
      return Call {
        try app.client.device(id)
      } outcome: {
        $1.write($0)
      }
    },
    Verb("device-by-code") { app, arguments in
      try arguments.allow(["device"])
      let frame = try app.frame(of: DeviceID(Int64(try arguments.integer("device"))))
      return Call {
        try app.client.device(code: QRCodeReader().read(frame))
      } outcome: {
        $1.write($0)
      }
    },
    Verb("pictures") { app, arguments in
      try arguments.allow([])
      let ids = app.shown.map(\.id)
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
}

extension Outcome {
  fileprivate mutating func write(_ device: Device) {
    fact("name", .text(device.listed.name))
    mix(device.listed)
    mix(device.description)
    mix(device.unit.name)
    if let loan = device.loan { mix(loan) }
  }
}
