// The data that the scripts get: what a page carries, which vicinal.view.content makes, and what the app's API answers.
// tests/test_js_types.py checks these types against real data.

// The alignment -------------------------------------------------------------------------------------------------------

type Side = "source" | "target";
type Level = "paragraph" | "sentence";

/** A source index and a target index, of sentences or of paragraphs. */
type Cell = [source: number, target: number];

/** Source sentences and target sentences that belong together. */
type IndexLink = [source: number[], target: number[]];

/** A link with its score, null if it was made by hand, and, in a comparison, its group. */
type LinkData = [source: number[], target: number[], score: number | null, group?: string];

/** Some words of a sentence; start and end count code points. */
type WordSpan = [sentence: number, start: number, end: number];

type WordOperation = "delete" | "add" | "replace" | "move";
type WordChange = [operation: WordOperation, source: WordSpan | null, target: WordSpan | null];

/** A step of the search. The level counts in ("paragraph", "sentence"), the reason in the list of reasons. */
type StepData = [level: number, stood: Cell | null, vicinity: string, cell: Cell, similarity: number, reason: number];

interface DocumentData {
  name: string | null;
  language: string | null;
  paragraphs: string[][];
  /** The numbers of the paragraphs that are headings. */
  headings: number[];
}

/** A kind of link, or in a comparison a group of links: both are filtered by and have a colour and a line style. */
interface LinkGroup {
  name: string;
  words: string;
  title: string;
}

interface ViewData {
  format: string;
  signature: string;
  /** The method, as people read it; null where people made the links. */
  method: string | null;
  /** What to try, if unusually little was found. */
  little: string | null;
  /** Ways on that find more links; null if none was tried. */
  ways: [method: string, settings: Record<string, number>, links: number][] | null;
  source: DocumentData;
  target: DocumentData;
  links: LinkData[];
  /** What changed in each link; null for long documents, and for links made by hand. */
  changes: (WordChange[] | null)[] | null;
  paragraphs: LinkData[];
  cells: Cell[];
  steps: StepData[];
  reasons: string[];
  /** alpha: the thresholds of paragraphs and sentences; words: whether the search used the similarities of the map. */
  search: { alpha: number[] | null; vicinities: Cell[][]; words: boolean };
  /** Case folding of characters where it is not their lower case. */
  folds: Record<string, string>;
  /** Words of the languages that say little, such as articles. */
  function_words: string[];
  /** Added by the page and by the app. */
  title?: string;
  /** Added by a comparison. */
  groups?: LinkGroup[];
  /** Added where links are corrected: what the annotator noted about them. */
  notes?: LinkNote[];
}

// The API -------------------------------------------------------------------------------------------------------------

interface SettingInfo {
  name: string;
  type: string;
  default: number | boolean;
  help: string;
  least: number | null;
  most: number | null;
  step: number | null;
}

interface MethodInfo {
  name: string;
  summary: string;
  settings: SettingInfo[];
  /** How many pairs of sentences it aligns while someone waits. */
  most_pairs: number;
  /** Added by the app: what the chooser shows in place of the name. */
  label?: string;
  /** Added by a comparison: whose saved links these are. */
  annotator?: string;
}

/** GET /api/info */
interface AppInfo {
  version: string;
  methods: MethodInfo[];
  default_method: string;
  formats: { name: string; what: string }[];
  languages: string[];
  splits: { name: string; label: string }[];
  encodings: string[];
  library: { kind: string; name: string; pairs: number; ordered: boolean };
  annotators: string[];
  most_sentences: number;
  limit: number;
  file_limit: number;
}

interface PairEntry {
  key: string;
  id: string | null;
  levels: string[];
  origin: string;
  opening: string;
  doubt: number;
  reason: string;
  relatedness: number | null;
  suspect: boolean;
  source_sentences: number;
  target_sentences: number;
  links: number;
  begun: boolean;
  done: boolean;
}

type PairFilter = "all" | "todo" | "begun" | "mine" | "suspect";

/** GET /api/pairs */
interface PairListing {
  total: number;
  done: number;
  found: number;
  counts: Record<PairFilter, number>;
  pairs: PairEntry[];
}

/** What an annotator noted about a link. */
interface LinkNote {
  source: number[];
  target: number[];
  unsure: boolean;
  comment: string;
}

/** A sentence as annotators change it. */
type SentencePiece = [text: string, opens: boolean, heading: boolean];

/** Neighbouring sentences of a text, and those that come instead. */
interface SentenceChange {
  side: Side;
  at: number;
  before: SentencePiece[];
  after: SentencePiece[];
}

/** GET /api/pairs/KEY/place */
interface PairPlace {
  total: number;
  done: number;
  found: number;
  at: number | null;
  listed: boolean;
  pair: PairEntry | null;
}

/** GET /api/pairs/KEY/unfinished */
interface UnfinishedPair {
  at: number | null;
  pair: PairEntry | null;
}

/** What an annotator has made of a pair. */
interface EditState {
  version: number;
  links: IndexLink[];
  /** The positions of links that were not there before the first change. */
  by_hand: number[];
  notes: LinkNote[];
  /** How many times the sentences were changed; indices of links refer to that. */
  text_version: number;
  done: boolean;
  can_undo: boolean;
  can_redo: boolean;
  edited: boolean;
}

/** POST /api/pairs/KEY/ACTION */
type EditAction = "change" | "undo" | "redo" | "done";

/** GET /api/pairs/KEY */
interface PairAnswer {
  pair: PairEntry;
  view: ViewData;
  state: EditState;
}

/** POST /api/align */
interface AlignAnswer {
  view: ViewData;
  seconds: number;
  language: string | null;
  split: string | null;
}

/** POST /api/pairs */
interface PasteAnswer {
  key: string;
  language: string | null;
  split: string;
}

/** POST /api/read */
interface FileAnswer {
  kind: string;
  text: string;
  paragraphs: number;
  headings: number | null;
}

/** POST /api/pairs/KEY/why */
interface WhyAnswer {
  linked: boolean;
  similarity: number | null;
  compared: string;
  threshold: number | null;
  probability: number | null;
  gain: number | null;
  words: [word: string, weight: number, part: number][];
  lines: string[];
}

/** GET /api/exportable */
interface ExportableAnswer {
  pairs: number;
  done: number;
}

/** GET /api/pairs/KEY/annotators, one for everyone who has changed or marked the pair. */
interface PairAnnotator {
  name: string;
  done: boolean;
  links: number;
  pairs: number;
  sentences_changed: boolean;
  /** Out of whose links the set was made; null for a person's own. */
  adjudicated: string[] | null;
}

/** What was decided at a difference: as one, as the other, no link, or something else, by hand. */
type Decision = "one" | "other" | "none" | "hand";

/** Whose adjudication is asked for; `annotator` is the third set. */
type AdjudicationAsked = { one: string; other: string; annotator: string };

interface DifferenceNote {
  annotator: "one" | "other";
  note: LinkNote;
}

/** Sentences that two annotators linked differently. */
interface DifferenceData {
  source: number[];
  target: number[];
  one: IndexLink[];
  other: IndexLink[];
  notes: DifferenceNote[];
  decided: Decision | null;
}

/** GET /api/pairs/KEY/differences */
interface DifferencesAnswer {
  begun: boolean;
  version: number;
  done: boolean;
  both_done: boolean;
  alike: number;
  sentences_differ: number;
  differences: DifferenceData[];
  before: AgreementEntry;
  after: AgreementEntry[];
}

/** GET /api/pairs/KEY/links */
interface LinksAnswer {
  view: ViewData;
  carried: boolean;
}

/** GET /api/adjudication */
interface ProgressAnswer {
  pairs: number;
  differing: number;
  adjudicated: number;
  alike_left: number;
  next: string | null;
}

/** GET /api/agreement, one for every two annotators. */
interface AgreementEntry {
  annotators: string[];
  /** For each of the two, out of whose links the set was adjudicated; nobody for a person's own links. */
  adjudicated: string[][];
  /** The adjudicated set on whose pairs alone it was measured; null: on all pairs of both. */
  within: string | null;
  pairs: number;
  /** How many links each of them has. */
  links: number[];
  /** How many links both have. */
  common: number;
  precision: number | null;
  recall: number | null;
  f1: number | null;
  pair_precision: number | null;
  pair_recall: number | null;
  pair_f1: number | null;
  kappa: number | null;
}

/** Every answer that is not a success; a conflict has the state as it is now, a file the encoding to try. */
interface ErrorAnswer {
  error?: string;
  encoding?: string;
  state?: EditState;
}

// What a page offers to tests and to the console ----------------------------------------------------------------------

declare var Vicinal: { view?: Viewer; app?: App };
