/**
 * What visitors do with a form, as it is counted: they begin (their first edit), meet a problem, send, leave with the form unsent, come back
 * to the page that they had left, or go on with another enquiry type.
 */
export type FigureStep = 'began' | 'met' | 'sent' | 'left' | 'returned' | 'changed';

/** How often something was done on a day. */
export interface Figure {
  /** In UTC: `2026-11-23`. */
  readonly day: string;
  /** The site's id, as a text. */
  readonly site: string;
  /** Key of the enquiry type. */
  readonly type: string;
  readonly step: FigureStep;
  /** Of `met` the field that a problem is told of, of `left` and `returned` the last one that was touched; else, and where none was, empty. */
  readonly field: string;
  /** Of `met` the code of the problem; else empty. */
  readonly code: string;
  /** Where only a share of the visits is counted, each counts for as many. */
  readonly count: number;
}

/** Which figures: days that are both in it, of all types and sites or of some. */
export interface FigureQuery {
  readonly from: string;
  readonly until: string;
  readonly types?: readonly string[];
  readonly sites?: readonly string[];
}

/** Figures of some days, summed up in two ways. */
export interface FigureSums {
  /** By day, site, type and step, without fields; of all steps but `met`. */
  readonly days: readonly Omit<Figure, 'field' | 'code'>[];
  /**
   * By type, step, field and code, over all days and sites: where visitors left, and what they met. Of those who left nobody is told who came
   * back on the same day; on no day did more come back than left.
   */
  readonly fields: readonly Pick<Figure, 'type' | 'step' | 'field' | 'code' | 'count'>[];
}
