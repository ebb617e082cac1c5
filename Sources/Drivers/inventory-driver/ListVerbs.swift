import AppStorage
import DriverKit
import Inventory

extension InventorySession {
  static let listVerbs: [Verb<InventorySession>] = [
    Verb("list") { app, arguments in
      try arguments.allow(["filter", "unit"])
      let filter = DeviceFilter(
        try arguments.choice("filter", of: DeviceFilter.State.self), unit: app.unit(arguments))
      return Call {
        try app.client.devices(filter)
      } outcome: { devices, outcome in
        app.shown = devices
        outcome.count(devices.count)
        for device in devices { outcome.mix(device) }
      }
    },
    Verb("units") { app, arguments in
      try arguments.allow(["server"])
      let server = arguments.text("server", default: InventorySession.serverName)
      return Call {
        try app.client.units(server: server)
      } outcome: { units, outcome in
        outcome.count(units.count)
        for unit in units { outcome.mix(unit.name) }
      }
    },
    Verb("loans") { app, arguments in
      try arguments.allow(["user"])
      let user = try arguments.text("user")
      return Call {
        try app.client.devicesLent(to: [user])
      } outcome: { loans, outcome in
        outcome.count(loans.count)
        for loan in loans { outcome.mix(loan) }
      }
    },
  ]
}

extension Outcome {
  mutating func mix(_ device: ListedDevice) {
    mix(Int(device.id.number))
    mix(device.name)
    mix(device.location)
    mix(device.serialNumber)
    mix(Int(device.unitID))
    switch device.state {
    case .available: mix("available")
    case .lentByMe: mix("mine")
    case .lentByAnother(let borrower): mix(borrower)
    }
  }

  mutating func mix(_ loan: Loan) {
    mix(Int(loan.deviceID.number))
    mix(loan.deviceName)
    mix(loan.borrower)
    mix(Int(loan.lentAt.milliseconds))
    mix(Int(loan.returnedAt?.milliseconds ?? -1))
    mix(loan.comment)
    mix(loan.lentBy)
  }
}
