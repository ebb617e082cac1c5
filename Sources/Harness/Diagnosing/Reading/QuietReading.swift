import ProcFS
import Recording

/// What Rehearse's own work changes: read first, so that it tells of others.
struct QuietReading: Sendable {
  let load: Result<LoadAverage, ProcFSError>
  let time: Result<ProcessorTime, ProcFSError>
  let processorPressure: Fact<Double>
  let memoryPressure: Fact<Double>
  let storagePressure: Fact<Double>

  init(_ files: MachineFiles) {
    func pressure(_ name: String) -> Fact<Double> {
      Fact { () throws(ProcFSError) in
        try files.read("/proc/pressure/\(name)", Pressure.init).someTenSeconds
      }
    }
    load = Result { () throws(ProcFSError) in try files.read("/proc/loadavg", LoadAverage.init) }
    time = Result { () throws(ProcFSError) in try files.read("/proc/stat", ProcessorTime.init) }
    processorPressure = pressure("cpu")
    memoryPressure = pressure("memory")
    storagePressure = pressure("io")
  }
}
