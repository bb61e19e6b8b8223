"""Suffixes of files that readers know: table formats, with what each is, and compression."""

TABLE_SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
}
# Suffixes of tables that are often something else: read as tables only if the user says so.
OTHER_TABLE_SUFFIXES = {".txt": "csv"}
SPREADSHEET_SUFFIXES = (".xlsx", ".xlsm", ".xls", ".ods")
COMPRESSION_SUFFIXES = (".gz", ".bz2", ".xz")
