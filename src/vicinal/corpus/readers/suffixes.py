"""Suffixes of files that readers know: table formats, with what each is, and compression."""

TABLE_SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
}
COMPRESSION_SUFFIXES = (".gz", ".bz2", ".xz")
