import Recording
import SystemPackage

extension StoreOptions {
  /// The folder that the store is in.
  var folder: FilePath {
    let folder = FilePath(store).removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// Where the report of an experiment goes unless told otherwise: beside the store.
  func folder(for experiment: Experiment) -> String {
    folder.appending(experiment.folderName).string
  }
}
