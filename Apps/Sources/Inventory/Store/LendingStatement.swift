/// The statements that lend and return. The rule is in the WHERE clause: no row, no right.
/// The benchmark runs the same texts from C.
package enum LendingStatement {
  package static let take =
    "UPDATE device SET borrowerId = ? WHERE id = ? AND borrowerId IS NULL RETURNING name"
  package static let record =
    "INSERT INTO loan(deviceId, userId, lentAt, comment, lenderId) VALUES (?, ?, ?, ?, ?)"
  package static let release =
    "UPDATE device SET borrowerId = NULL WHERE borrowerId = ? AND id = ? RETURNING name"
  package static let close = """
    UPDATE loan INDEXED BY loan_open SET returnedAt = ? WHERE deviceId = ? AND returnedAt IS NULL
    RETURNING lentAt, comment, (SELECT name FROM user WHERE user.id = lenderId)
    """
}
