extension BenchmarkGroup {
  /// Every group there is, in the order of the results.
  ///
  /// A new one is a file in this folder and a line here.
  static let all: [BenchmarkGroup] =
    [
      DecodeContest<TwitterDocument>.group,
      DecodeContest<CitmCatalogDocument>.group,
      DecodeContest<CanadaDocument>.group,
      DecodeContest<GitHubEventsDocument>.group,
      UntypedContest<TwitterDocument>.group,
      UntypedContest<CitmCatalogDocument>.group,
      UntypedContest<CanadaDocument>.group,
      UntypedContest<GitHubEventsDocument>.group,
      EncodeContest<TwitterDocument>.group,
      EncodeContest<CitmCatalogDocument>.group,
      EncodeContest<CanadaDocument>.group,
      EncodeContest<GitHubEventsDocument>.group,
      SmallDocuments.group,
      Reuse.encoding,
      Parallel.group,
      Parallel.releasing,
      ModelKinds.decoding,
      ModelKinds.encoding,
      Features.decoding,
      Features.encoding,
      KeyLookup.inOrder,
      KeyLookup.shuffled,
      KeyLookup.unknown,
      PlanBuilding.group,
      PeakMemory.group,
      Scaling.mirrorMap,
      Scaling.released,
      Scaling.decoder,
      Scaling.serialization,
    ]
}
