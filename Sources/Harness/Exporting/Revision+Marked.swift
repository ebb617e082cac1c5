import Recording

extension Revision {
  /// The full hash, with `*` where files differed from the commit, so that it is not what was measured.
  var marked: String { commit + (isDirty ? "*" : "") }
}
