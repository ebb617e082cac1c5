/// What stands in one column of one line: text between blanks.
struct TextField {
  var before = 0
  var text = ""
  var after = 0
}
