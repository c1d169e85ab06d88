/** What a page needs to have counted what visitors do with its form (docs/behaviour.md, "Figures"). */
export interface FormFigures {
  /** Where it is sent. */
  readonly endpoint: string;
  /** The server's note that it has drawn the page: the same for every visitor of a day. */
  readonly pass: string;
  /** The share of visits that are counted: 0 to 1. */
  readonly share: number;
  /** The most steps that one report may tell; a page that has more to tell makes several. */
  readonly mostSteps: number;
}

/** What a page reports: what a visitor did within a short while, in its order, and nothing that ties it to another report. */
export interface FigureReport {
  readonly pass: string;
  readonly steps: readonly ReportedStep[];
}

/** Something that a visitor did: never what was entered. */
export interface ReportedStep {
  /** Key of the enquiry type. */
  readonly type: string;
  readonly step: 'began' | 'met' | 'left' | 'returned';
  /** Of `began`: key of the type that was begun before, and is gone on with as this one. */
  readonly after?: string;
  /** Of `met` the field that the problem is told of; of `left` and `returned` the one that was touched last. */
  readonly field?: string;
  /** Of `met`: the code of the problem. */
  readonly code?: string;
}
