// The shapes of data that crosses modules: what Python sends (docs/reference/http.md), states of tasks, and what
// the parts of the pages hand each other. Only `tsc` reads this file (`make lint`).

// A task, as GET /api/tasks/ID gives it.

interface TaskItem {
  id: string;
  text: string;
  document: string;
  date?: string | null;
  speaker?: string | null;
  words?: number;
  topic: string;
  options: { id: string; text: string }[];
}

interface TaskTarget {
  id: string;
  text: string;
  reference?: string | null;
}

interface TaskScale {
  name: string;
  low: number;
  high: number;
  question?: string | null;
  points?: Record<string, string> | null;
}

interface SourceDocument {
  id: string;
  date?: string | null;
  text: string;
}

interface DocumentChoice {
  document: string;
  date?: string | null;
  reason: string;
  sentences: number;
  chosen: boolean;
  total?: number;
}

interface TaskPage {
  id: string;
  project: string;
  name: string;
  task: string;
  topic: string | null;
  title: string | null;
  judge: string;
  version: number;
  submitted: boolean;
  state: any; // differs by task: what `toJson` of its module gives
  items: TaskItem[];
  targets: TaskTarget[];
  scales: TaskScale[];
  limit?: { words?: number; rate?: number } | null;
  question?: string | null;
  near?: string[];
  suggest?: boolean;
  sources?: Record<string, { title?: string; lang?: string; documents: SourceDocument[] }>;
  procedure?: string[];
  guidance?: string[];
  guidelines?: string | null;
  why?: { note?: string; choices: DocumentChoice[] };
  log?: LogEntry[];
}

interface TaskRow {
  id: string;
  project: string;
  name: string;
  task: string;
  topic: string | null;
  title: string | null;
  judge: string;
  items: number;
  done: number;
  submitted: boolean;
}

/** An operation: `do` and what it takes. */
interface Op {
  do: string;
  [key: string]: any; // read by twin.js, which refuses what does not fit
}

interface SentOp {
  seq: number;
  op: Op;
  at?: number;
}

interface LogEntry extends SentOp {
  version: number;
  client: string;
}

/** An operation that waits in the browser. */
interface WaitingOp {
  task: string;
  client: string;
  seq: number;
  op: Op;
  at: number;
  base: number;
}

/** A rule that is broken. */
interface Broken {
  rule: string;
  message: string;
  item: string | null;
  cluster: string | null;
}

// What operations and rules know of a task, and the states of tasks.

interface Brief {
  task: string;
  items: TaskItem[];
  documents: Map<string, string>;
  words: Map<string, number>;
  targets: TaskTarget[];
  targetIds: Set<string>;
  scales: Map<string, TaskScale>;
  options: Map<string, string[]>;
  limit: number | null;
}

type Notes = Map<string, string>;

interface ClusterGroup {
  id: string;
  label: string | null;
  rank: number | null;
  items: string[];
}

interface ClusterState {
  groups: ClusterGroup[];
  tray: string[];
  notes: Notes;
}

interface LinkState {
  links: Map<string, string[]>;
  notes: Notes;
}

interface ExtractState {
  picked: string[];
  notes: Notes;
}

interface RateState {
  ratings: Map<string, Map<string, number>>;
  notes: Notes;
}

interface Extremes {
  best: string | null;
  worst: string | null;
}

type Choice = string | Extremes;

interface PreferState {
  choices: Map<string, Choice>;
  notes: Notes;
}

// A kind of task: what its module in workbench/tasks/ declares.

interface TaskKind<State extends { notes: Notes }> {
  /** Its name on the pages of judges, and of many tasks on those of owners. */
  title: string;
  many: string;
  /** A unit of work, several of them, and what is done with one. */
  unit: string;
  units: string;
  done: string;
  /** One task a topic, or one over all topics. */
  byTopic: boolean;
  /** Sentences are put together: who put two together and how judges differ can be drawn. */
  groups: boolean;
  /** Judges may be allowed to bring similar sentences together. */
  suggests: boolean;
  /** The form of agreement that the server gives. */
  agreement: "covers" | "ratings" | "order";
  operations: {
    actions: string[];
    empty(): State;
    apply(brief: Brief, state: State, op: Op): State;
    notePlace(brief: Brief, state: State, op: Op): string;
    toJson(state: State): any;
    fromJson(made: any): State;
    done(brief: Brief, state: State): number;
    units(brief: Brief): number;
  };
  rules?(brief: Brief, state: State): Broken[];
  view(work: Working<State>, tools: TaskTools, more?: { evidence?: Evidence | null }): TaskView;
  /** What the judges did, beside the owner's own work. */
  evidence?(task: TaskPage): Promise<Evidence>;
  /** Facts of a state, to say what differs between two. */
  facts(task: TaskPage, state: State, add: AddFact, named: (id: string) => string): void;
  /** A state from the server, as the log of a judge shows it. */
  shown(state: any, task: TaskPage): Child;
  /** What only this kind asks for when a project is made. */
  settings?(field: FormField, changed: () => void): KindSettings;
}

/** A judge's work with the state of its kind of task. */
type Working<State> = Omit<Work, "state"> & { readonly state: State };
type AddFact = (place: string, what: string, value: string | number) => void;
type FormField = (label: string, control: Element, hint?: string) => HTMLElement;

interface KindSettings {
  elements: HTMLElement[];
  /** Their part of the body of POST /api/projects. */
  values(): Record<string, unknown>;
  /** Whether the project uses the sentence set of `sumscope sample`. */
  sampled?(): boolean;
}

interface TaskTools {
  say: Say;
  announce(words: string): void;
  act(...ops: Op[]): boolean;
}

interface TaskView {
  element: HTMLElement;
  keys: KeyGroup[];
  hasRules: boolean;
  update(broken: Broken[]): void;
  summary?(): string;
  goTo?(broken: Broken): void;
  start?(): void;
}

interface Evidence {
  element: HTMLElement;
  show(item: string | null): void;
  order?(): string[];
  keys?: KeyGroup[];
}

// Shared pieces.

type Child = Node | string | number | boolean | null | undefined | Child[];

interface Key {
  keys: string[];
  words?: string | null;
  show?: string[];
  run?(event: KeyboardEvent): unknown;
  typing?: boolean;
  once?: boolean;
}

interface KeyGroup {
  title: string;
  keys: Key[];
}

type Say = (
  text: string,
  more?: { action?: () => void; label?: string; kind?: string; seconds?: number },
) => () => void;

// Classes and values of modules, by name: JSDoc in the modules does not spell imports, which the bundler would read.

type BrowserStorage = Awaited<ReturnType<typeof import("./workbench/storage.js").openStorage>>;
/** Changes made here and elsewhere at the same time: sessions before, theirs and mine, and what is not sent. */
interface WorkConflict {
  before: Session;
  theirs: Session;
  mine: Session;
  others: number;
  ops: Op[];
}

type Session = import("./workbench/ops.js").Session;
type BrowserTabs = import("./workbench/tabs.js").Tabs;
type Work = import("./workbench/work.js").Work;
type Board = import("./workbench/board/state.js").Board;
type BoardView = import("./workbench/board/view.js").BoardView;
type ClusterBox = import("./workbench/board/box.js").ClusterBox;
type Order = import("./workbench/board/elements.js").Order;

/** A stretch of a text to be marked. */
interface Span {
  from: number;
  to: number;
  kind?: string;
}

/** A region of a drawing, in values. */
interface Region {
  x: number[];
  y: number[];
}

// Elements, numbers and tables.

type Maybe = number | null | undefined;

type Listeners = {
  [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => unknown;
};

/** What `h` and `s` take: `on` listens, `data` are data attributes, `css` properties; the others are attributes. */
interface Attributes {
  on?: Listeners;
  data?: Record<string, string | number | undefined>;
  css?: Record<string, string>;
  [name: string]: unknown;
}

type Focusable = HTMLElement | SVGElement;

interface DialogOptions<V> {
  title: string;
  body?: Child;
  buttons?: {
    label: string;
    value: V | null;
    main?: boolean;
    danger?: boolean;
    disabled?: boolean;
    check?: () => boolean | Promise<boolean>;
  }[];
  wide?: boolean;
  onClose?: (value: V | null) => void;
  closable?: boolean;
}

/** A value, and its interval where there is one. */
interface Estimate {
  value?: Maybe;
  low?: Maybe;
  high?: Maybe;
}

interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Axis {
  domain: number[];
  range: number[];
  label?: string;
  wanted?: number;
  digits?: number;
}

interface XAxis extends Axis {
  top: number;
  bottom: number;
}

interface YAxis extends Axis {
  left: number;
  right: number;
}

interface ChartElement extends HTMLElement {
  redraw(): void;
  show(next: { caption?: string | null; note?: string | null }): void;
}

type UpdatableChart<O> = ChartElement & { update(options: O): boolean };

/** A column of a table; rows are whatever the caller has. */
interface Column {
  key: string;
  label: string;
  name?: string;
  title?: string;
  kind?: "text" | "number";
  digits?: number;
  better?: "higher" | "lower";
  domain?: number[];
  orders?: string[];
  chosen?: boolean;
  judged?: boolean;
  wrap?: boolean;
  sortable?: boolean;
  open?: boolean;
  render?: (row: any) => Child;
  value?: (row: any) => unknown;
}

interface Sorting {
  key: string;
  descending: boolean;
}

interface TableOptions {
  caption: string;
  columns: Column[];
  rows: any[];
  rowKey?: (row: any, at: number) => unknown;
  onOpen?: (row: any, column: Column) => void;
  onSort?: (sort: Sorting) => void;
  filter?: boolean;
  copy?: boolean;
  empty?: string;
  note?: string;
  rule?: { test: (row: any) => boolean; label: string };
  height?: string;
  sort?: Sorting | null;
}

interface TableElement extends HTMLElement {
  flush(): void;
  update(rows: any[]): void;
  sortBy(key: string, descending?: boolean): void;
  shown(): any[];
  reveal(key: string): void;
}

// A study, as sumscope.report.study_page and overview put it into a page.

interface StudyColumn {
  name: string;
  kind: "measure" | "judgement";
  better: "higher" | "lower";
}

/** Numbers as a list, or packed: see `unpacked` in report/model.js. */
type PackedNumbers = Maybe[] | { scale: number; from: number; bytes: number; data: string };

/** Mean, low, high, topics, letters, top, reason. */
type StudyCell = [
  value: number | null,
  low: number | null,
  high: number | null,
  n: number,
  letters: string,
  top: number,
  reason: string,
];

type StudyDuel = [
  column: number,
  left: number,
  right: number,
  difference: number,
  p: number | null,
  corrected: number | null,
  n: number,
];

type StudyCorrelation = [
  measure: string,
  human: string,
  level: string,
  statistic: string,
  value: number | null,
  low: number | null,
  high: number | null,
  n: number,
  reason: string,
];

type StudyTest = [
  left: number,
  right: number,
  human: number,
  level: string,
  statistic: string,
  difference: number,
  low: number | null,
  high: number | null,
  p: number | null,
];

interface Overview {
  columns: StudyColumn[];
  systems: { id: string; human: boolean }[];
  topics: string[];
  cells: StudyCell[][];
  values: PackedNumbers[];
  lengths: PackedNumbers;
  duels: StudyDuel[];
  correlations: StudyCorrelation[];
  tests: StudyTest[];
  said: { best: Record<string, string>; follow: Record<string, string>; rest: [string, string][] };
  choice: { measure: string | null; judgement: string | null };
}

interface TableBlock {
  kind: "table";
  name: string;
  caption: string;
  heading: string[];
  words: boolean[];
  digits: number[];
  rows: (string | number | null)[][];
  /** To summaries, from each row. */
  links?: (Parameters<OpenReading> | null)[];
}

/** A part of a section; blocks.js draws each kind. */
type Block =
  | TableBlock
  | { kind: "say"; text: string; soft?: boolean; name?: undefined }
  | { kind: "heading" | "missing" | "command"; text: string; name?: undefined }
  | { kind: "fold"; title: string; lines: string[]; name?: undefined }
  | { kind: "beside"; blocks: Block[]; name?: undefined }
  | { kind: "chart"; name: string; caption: string; chart: Chart }
  | { kind: "live"; caption: string; chart: Chart; name?: undefined };

/** A name, its value and the ends of the interval. */
type IntervalNumbers = [name: string, value: number, low: number | null, high: number | null];

/** Charts as values: sumscope.report.charts. */
interface IntervalsChart {
  type: "intervals";
  label: string;
  rows: IntervalNumbers[];
  reference: number | null;
  kinds: number[];
  ordered: boolean;
}

interface HeatChart {
  type: "heat";
  rows: string[];
  columns: string[];
  values: (number | null)[][];
  scale: "magnitude" | "signed";
  domain: number[];
  numbers: boolean;
}

interface CurvesChart {
  type: "curves";
  x: string;
  y: string;
  series: {
    name: string;
    points: [x: number, y: number, low: number | null, high: number | null][];
  }[];
}

interface NetworkChart {
  type: "network";
  nodes: [id: string, label: string, x: number, y: number][];
  edges: [from: number, to: number, weight: number][];
  levels: [label: string, groups: number[][]][];
  level: number;
}

/** A text with the steps of its word network: a sentence, a stretch of it and a lemma each, one after the other. */
interface GrowingText {
  topic: string;
  name: string;
  lang?: string | null;
  sentences: string[];
  walk: number[];
}

type Chart =
  | IntervalsChart
  | HeatChart
  | CurvesChart
  | NetworkChart
  | { type: "growing"; texts: GrowingText[] };

interface Section {
  name: string;
  title: string;
  brief: string;
  blocks: Block[];
}

interface Study {
  title: string;
  lead: string;
  line: string;
  version: string;
  findings: string[];
  overview: Overview | null;
  sections: Section[];
}

// A topic for reading: sumscope.report.reading.

interface ReadSentence {
  id: string;
  text: string;
  topic?: number;
  marks?: string;
  sources?: number[];
  how?: "extract" | "judges" | "words";
}

interface ReadText {
  id: string;
  human?: boolean;
  date?: string;
  sentences: ReadSentence[];
  more?: number;
}

/** What an extract in the making is scored with: sumscope.report.extracting. */
interface Extracting {
  limit: number;
  total: number;
  best: number;
  proved: boolean;
  /** For each unit, what its first, second, ... occurrence adds. */
  worth: number[][];
  /** Words of a sentence, then its units with how often it has them. */
  sentences: Record<string, number[]>;
}

interface Reading {
  id: string;
  lang: string | null;
  topics: { words: string[]; share: number }[];
  documents: ReadText[];
  references: ReadText[];
  peers: ReadText[];
  oracle: string[];
  extract: Extracting | null;
}

/** What a reader chose: the systems beside the source, and what is marked. */
interface ReadingChoice {
  system?: string | null;
  with?: string | null;
  extract?: string | null;
  mark?: string | null;
  n?: string | number | null;
}

type Model = ReturnType<typeof import("./report/model.js").model> & {
  /** How the scores of a measure were made. */
  signature?: (name: string) => string | undefined;
};
type OpenReading = (
  topic: string,
  system?: string | null,
  other?: string | null,
  extract?: string | null,
) => void;

/** What is chosen at the top of a report. */
interface StudyChoice {
  measure: string;
  judgement: string;
  level: string;
  coefficient: string;
  against: string;
  baseline: string;
  system: string;
  [more: string]: any;
}

/** A part of a report that follows what is chosen. */
interface StudyPart {
  element: HTMLElement;
  keys?: string[];
  update(choice: any): void;
}

// A project, as GET /api/projects/ID gives it.

interface ProjectTask extends TaskRow {
  version: number;
  broken: number | Broken[];
  seconds: number | null;
  last: number | null;
}

interface ProjectJudge {
  name: string;
  key: string;
  address?: string;
  gold: boolean;
  done: number;
  items: number;
  seconds: number;
  operations: number;
  tasks: ProjectTask[];
}

interface Project {
  id: string;
  name: string;
  task: string;
  seed: number;
  guidelines: string | null;
  suggest: boolean;
  scales: TaskScale[];
  topics: {
    id: string;
    title: string | null;
    items: number;
    why?: { note?: string; choices: DocumentChoice[] };
  }[];
  judges: ProjectJudge[];
}

/** Runs a request; what goes wrong is said, and undefined is given. */
type Attempt = <T>(run: () => Promise<T>, done?: string) => Promise<T | undefined>;

interface OwnerContext {
  project: Project;
  say: Say;
  attempt: Attempt;
  refresh(): Promise<void>;
}

type OwnerTab = HTMLElement & { update?: () => void };

/** A sentence that judges disagree on. */
interface Disputed {
  item: string;
  text: string;
  disagreement: number;
  places: Record<string, string | null>;
  causes: {
    topic?: string;
    item?: string;
    left: string | null;
    right: string | null;
    cause: string | null;
  }[];
}

/** Agreement of a project so far; rows differ by the form, see docs/reference/http.md. */
interface AgreementFound {
  task: string;
  judges: string[];
  rows: any[];
  means: any[];
  reason?: string | null;
  notes?: string[];
  distribution?: Record<string, Record<string, Record<string, number>>>;
  choices?: Record<string, Record<string, number>>;
}

/** What a service worker has; the library of workers and that of pages exclude each other. */
interface WorkerScope {
  location: Location;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "install" | "activate" | "fetch",
    listener: (event: {
      request: Request;
      waitUntil(done: Promise<unknown>): void;
      respondWith(answer: Promise<Response>): void;
    }) => void,
  ): void;
}
