import Foundation

/// When, where and how a run was made.
struct ReportHeader: Codable, Equatable {
  let date: String
  let processor: String
  let cores: Int
  let memory: Int
  let system: String
  let swift: String
  let isOptimised: Bool
  let rounds: Int
  let isFull: Bool
  /// Whether the documents were read from files, not generated.
  let hasCorpusFiles: Bool
  /// Bytes by name of document.
  let documents: [String: Int]

  init(options: Options, documents: [String: Int]) {
    date = Date().formatted(.iso8601)
    processor = Machine.processor
    cores = ProcessInfo.processInfo.activeProcessorCount
    memory = Int(ProcessInfo.processInfo.physicalMemory)
    system = Machine.system
    swift = Machine.swift
    isOptimised = Machine.isOptimised
    rounds = options.rounds
    isFull = options.isFull
    hasCorpusFiles = options.corpusDirectory != nil
    self.documents = documents
  }

  /// The machine in one line.
  var machine: String {
    "\(processor), \(cores) cores, \(memory >> 30) GB, \(system), \(swift)"
      + (isOptimised ? "" : ", NOT OPTIMISED")
  }

  /// The run in one line.
  var run: String {
    "\(date), \(rounds) rounds\(isFull ? ", full" : ""), documents "
      + (hasCorpusFiles ? "from files" : "generated")
  }

  /// What a chart says at its foot.
  func caption(rounds: Int) -> String {
    "\(processor), \(cores) cores · \(swift) · \(date.prefix(10)) · median of \(rounds) rounds"
  }
}
