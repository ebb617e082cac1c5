import GRDB
import Testing

@testable import Inventory

@Suite("Index plans")
struct IndexPlanTests {
  @Test(
    "Every list is read in the order of its index, without a sort, even after ANALYZE",
    arguments: [100, 100_000])
  func listsUseIndices(devices: Int) throws {
    let inventory = try FilledInventory(devices: devices, users: 40)
    let plans: [(sql: String, plan: [String])] = [
      (
        DeviceListQuery.all,
        [
          "SCAN device USING INDEX device_by_name",
          "SEARCH user USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
        ]
      ),
      (
        DeviceListQuery.mine,
        ["SEARCH device USING INDEX device_by_borrower (borrowerId=?)"]
      ),
      (
        DeviceListQuery.available,
        ["SEARCH device USING INDEX device_by_borrower (borrowerId=?)"]
      ),
      (
        DeviceListQuery.notAvailable,
        [
          "SCAN device USING INDEX device_lent",
          "SEARCH user USING INTEGER PRIMARY KEY (rowid=?)",
        ]
      ),
      (
        DeviceListQuery.unit,
        [
          "SEARCH device USING INDEX device_by_unit (unitId=?)",
          "SEARCH user USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
        ]
      ),
      (
        DeviceListQuery.mineOfUnit,
        ["SEARCH device USING INDEX device_by_borrower (borrowerId=?)"]
      ),
      (
        DeviceListQuery.availableOfUnit,
        ["SEARCH device USING INDEX device_by_unit (unitId=?)"]
      ),
      (
        DeviceListQuery.notAvailableOfUnit,
        [
          "SEARCH device USING INDEX device_by_unit (unitId=?)",
          "SEARCH user USING INTEGER PRIMARY KEY (rowid=?)",
        ]
      ),
      (
        DeviceQuery.loansOfUser,
        [
          "SEARCH device USING COVERING INDEX device_by_borrower (borrowerId=?)",
          "SEARCH loan USING INDEX loan_open (deviceId=?)",
          "SEARCH lender USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
        ]
      ),
      (
        DeviceQuery.byID,
        [
          "SEARCH device USING INTEGER PRIMARY KEY (rowid=?)",
          "SEARCH unit USING INTEGER PRIMARY KEY (rowid=?)",
          "SEARCH borrower USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
          "SEARCH loan USING INDEX loan_open (deviceId=?) LEFT-JOIN",
          "SEARCH lender USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
          "CORRELATED SCALAR SUBQUERY 1",
          "SEARCH picture USING INTEGER PRIMARY KEY (rowid=?)",
        ]
      ),
      (
        LendingStatement.take, ["SEARCH device USING INTEGER PRIMARY KEY (rowid=?)"]
      ),
      (
        LendingStatement.release, ["SEARCH device USING INTEGER PRIMARY KEY (rowid=?)"]
      ),
      (
        LendingStatement.close,
        [
          "SEARCH loan USING INDEX loan_open (deviceId=?)", "CORRELATED SCALAR SUBQUERY 1",
          "SEARCH user USING INTEGER PRIMARY KEY (rowid=?)",
        ]
      ),
    ]
    for (sql, plan) in plans {
      let found = try explain(sql, in: inventory)
      #expect(found == plan)
    }
    try inventory.store.write { try $0.execute(sql: "ANALYZE") }
    for (sql, plan) in plans {
      let found = try explain(sql, in: inventory)
      #expect(found == plan, "after ANALYZE")
    }
  }

  private func explain(_ sql: String, in inventory: FilledInventory) throws -> [String] {
    try inventory.store.writer.writeWithoutTransaction { database in
      let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
      // The plan does not depend on the values; those that are not given are NULL.
      statement.setUncheckedArguments([])
      return try Row.fetchAll(statement).map { $0["detail"] }
    }
  }
}
