/** What a page needs to have counted what visitors do with its form (docs/behaviour.md, "Figures"). */
export interface FormFigures {
  /** Where it is sent. */
  readonly endpoint: string;
  /** The server's note that it has drawn the page: the same for every visitor of a day. */
  readonly pass: string;
  /** The share of visits that are counted: 0 to 1. */
  readonly share: number;
}

/** What a page reports: never what was entered, and nothing that ties it to another report. */
export interface FigureReport {
  readonly pass: string;
  /** Key of the enquiry type. */
  readonly type: string;
  readonly step: 'began' | 'met' | 'left' | 'returned' | 'changed';
  /** Of `met` the field that the problem is told of; of `left` and `returned` the one that was touched last. */
  readonly field?: string;
  /** Of `met`: the code of the problem. */
  readonly code?: string;
}
