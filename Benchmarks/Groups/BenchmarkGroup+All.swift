extension BenchmarkGroup {
  /// Every group there is, in the order of the results.
  ///
  /// A new one is a file in this folder and a line here.
  static let all: [BenchmarkGroup] =
    [
      DecodeContest<PlainTimeline>.group,
      DecodeContest<PlainCatalog>.group,
      DecodeContest<GeoJSONModels.Plain>.group,
      DecodeContest<[PlainEvent]>.group,
      UntypedContest<PlainTimeline>.group,
      UntypedContest<PlainCatalog>.group,
      UntypedContest<GeoJSONModels.Plain>.group,
      UntypedContest<[PlainEvent]>.group,
      EncodeContest<PlainTimeline>.group,
      EncodeContest<PlainCatalog>.group,
      EncodeContest<GeoJSONModels.Plain>.group,
      EncodeContest<[PlainEvent]>.group,
      EncodeContest<PlainTimeline>.sorted,
      EncodeContest<PlainCatalog>.sorted,
      EncodeContest<[PlainEvent]>.sorted,
      EncodeContest<PlainTimeline>.pretty,
      EncodeContest<PlainCatalog>.pretty,
      EncodeContest<[PlainEvent]>.pretty,
      SmallDocuments.group,
      BufferReuse.encoding,
      Parallel.group,
      Parallel.releasing,
    ]
    + Streams.all + SmallObjects.all + WrittenForms.all + CodableContest.all
    + TimelineVariants.classes
    + TimelineVariants.features + Features.all
    + [
      ImmutableModels.flat,
      ImmutableModels.sorted,
      ImmutableModels.shuffled,
      ImmutableModels.page,
      ImmutableModels.nested,
      ImmutableModels.deep,
      ImmutableModels.deepFirst,
      ImmutableModels.paths,
      ImmutableModels.flatEncoding,
      ImmutableModels.nestedEncoding,
      ImmutableModels.pathsEncoding,
      RootArrays.models,
      RootArrays.ints,
      RootArrays.doubles,
      RootArrays.strings,
      Dates.formatDecoding,
      Dates.formatEncoding,
      Dates.isoDecoding,
      Dates.isoEncoding,
    ]
    + Dates.strategies + Polymorphism.all + SeveralForms.all + Values.all + Conversions.all
    + [
      Values.indexing, Values.keys,
      KeyLookup.inOrder,
      KeyLookup.shuffled,
      KeyLookup.requested,
      KeyLookup.unknown,
      StoreContest.importing,
      StoreContest.importingAgain,
      StoreContest.importingIntoObjects,
      StoreContest.fetching,
      StoreContest.importingInMemory,
    ]
    + PlanBuilding.all
    + [
      PeakMemory.group,
      Scaling.mirrorMap,
      Scaling.released,
      Scaling.decoder,
      Scaling.serialization,
    ] + (Machine.isOptimized ? [] : [DecodeContest<PlainTimeline>.unoptimized])
}
