import JSONLines

extension JSONWriter {
    /// Writes what ``PatternDescription`` reads.
    package mutating func fields(_ pattern: PatternDescription) {
        field("kind", pattern.kind)
        field("pattern", pattern.pattern)
        field("device_type", pattern.type)
        field("enabled", pattern.enabled)
        field("case_sensitive", pattern.caseSensitive)
        field("set", pattern.set)
        field("edited", pattern.edited)
        field("source", pattern.source)
        if let confidence = pattern.confidence { field("confidence", confidence) }
        field("description", pattern.description)
        field("created", plain: { $0.append(pattern.created) })
        field("updated", plain: { $0.append(pattern.updated) })
    }

    /// Writes what ``PatternList`` reads.
    package mutating func fields(_ list: PatternList) {
        array("patterns") { writer in
            for pattern in list.patterns { writer.element { $0.fields(pattern) } }
        }
        field("total", list.total)
        object("near_duplicates") { $0.fields(list.nearDuplicates) }
    }

    /// Writes what ``PatternNotes`` reads.
    package mutating func fields(_ notes: PatternNotes) {
        field("count", notes.count)
        array("notes") { writer in
            for note in notes.notes { writer.element { $0.fields(note) } }
        }
    }

    /// Writes what ``PatternNote`` reads.
    package mutating func fields(_ note: PatternNote) {
        field("relation", note.relation)
        object("pattern") { $0.fields(note.pattern) }
        object("other") { $0.fields(note.other) }
        field("effective", note.effective)
    }

    private mutating func fields(_ reference: PatternReference) {
        field("kind", reference.kind)
        field("pattern", reference.pattern)
        if let isCaseSensitive = reference.caseSensitive { field("case_sensitive", isCaseSensitive) }
    }
}
