import AppStorage
import DriverKit
import Inventory

extension InventorySession {
  /// The rows that the screen of the source's telephone has room for.
  private static let visibleRows = 8

  static let listVerbs: [Verb<InventorySession>] = [
    Verb("list") { app, arguments in
      try arguments.allow(["filter", "unit"])
      let filter = app.filter(
        try arguments.choice("filter", of: DeviceFilter.State.self), arguments)
      return Call {
        try app.client.devices(filter)
      } outcome: { devices, outcome in
        app.screen.show(devices)
        outcome.write(devices)
      }
    },
    Verb("rows") { app, arguments in
      try arguments.allow(["from", "rows"])
      let rows = try arguments.integer("rows", default: visibleRows)
      let namesRows = arguments.names.contains("from")
      let visible =
        namesRows
        ? app.screen.devices.dropFirst(try arguments.integer("from")).prefix(rows)
        : app.screen.scroll(by: rows)
      return Call {
        try app.client.rows(visible)
      } outcome: { rows, outcome in
        outcome.count(rows.count)
        if namesRows {
          for colour in FrameColour.allCases {
            outcome.fact(colour.rawValue, rows.count { $0.device.state.frame == colour })
          }
          outcome.fact("pictures", rows.count { $0.picture != nil })
        }
        for row in rows {
          outcome.mix(row.device)
          outcome.mix(row.device.state.frame.rawValue)
          outcome.mix(bytes: row.picture?.png ?? [])
        }
      }
    },
    Verb("units") { app, arguments in
      try arguments.allow(["server"])
      let server = arguments.text("server", default: ServerWord.local)
      return Call {
        try app.client.units(server: server)
      } outcome: { units, outcome in
        outcome.count(units.count)
        for unit in units { outcome.mix(unit.name) }
      }
    },
    Verb("menu") { app, arguments in
      try arguments.allow(["server"])
      let server = arguments.text("server", default: ServerWord.local)
      return Call {
        let menu = FilterMenu(units: try app.client.units(server: server))
        return (menu.stateTexts(in: app.language), menu.unitTexts(in: app.language))
      } outcome: { menu, outcome in
        outcome.fact("states", menu.0)
        outcome.fact("heading", Phrase.byOrganization.text(in: app.language))
        outcome.fact("units", menu.1)
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
  mutating func write(_ devices: [ListedDevice]) {
    count(devices.count)
    for device in devices { mix(device) }
  }

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
