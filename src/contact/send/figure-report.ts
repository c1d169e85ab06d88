/** The options for counting what visitors do with a form (docs/behaviour.md, "Figures"). */
export interface FormFigures {
  readonly endpoint: string;
  /**
   * A signed token which proves that the server rendered the page. It is the same for all visitors of a day.
   */
  readonly pass: string;
  /** The share of visits that are counted: 0 to 1. */
  readonly share: number;
  /** The maximum number of steps in one report; more steps need several reports. */
  readonly mostSteps: number;
}

/** A report of what a visitor did within a short time, in order. Nothing links it to another report. */
export interface FigureReport {
  readonly pass: string;
  readonly steps: readonly ReportedStep[];
}

/** An action of the visitor, never an entered value. */
export interface ReportedStep {
  readonly type: string;
  readonly step: 'began' | 'met' | 'left' | 'returned';
  /** For `began`: the key of the type that was started before and that this one continues. */
  readonly after?: string;
  /** For `met`: the field with the problem. For `left` and `returned`: the field that was touched last. */
  readonly field?: string;
  /** For `met`: the code of the problem. */
  readonly code?: string;
}
