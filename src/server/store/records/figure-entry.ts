/**
 * A counted action of a visitor: the first edit, a problem, sending, leaving with the form unsent, returning
 * to the page that was left, or changing to another enquiry type. Sending a suspected enquiry counts as changing.
 */
export type FigureStep = 'began' | 'met' | 'sent' | 'left' | 'returned' | 'changed';

export interface Figure {
  /** In UTC: `2026-11-23`. */
  readonly day: string;
  readonly site: string;
  readonly type: string;
  readonly step: FigureStep;
  /**
   * For `met` the field with the problem, for `left` and `returned` the field that was touched last;
   * otherwise empty.
   */
  readonly field: string;
  /** For `met` the code of the problem; otherwise empty. */
  readonly code: string;
  /** If only a share of the visits is sampled, each one counts as many times. */
  readonly count: number;
}

/** A selection of figures: days from `from` to `until`, both included; of all types and sites or of some. */
export interface FigureQuery {
  readonly from: string;
  readonly until: string;
  readonly types?: readonly string[];
  readonly sites?: readonly string[];
}

export interface FigureSums {
  /** By day, site, type and step, without fields; every step but `met`. */
  readonly days: readonly Omit<Figure, 'field' | 'code'>[];
  /**
   * By type, step, field and code, over all days and sites: where visitors left, and which problems they met.
   * `left` excludes those who returned on the same day, and is never negative.
   */
  readonly fields: readonly Pick<Figure, 'type' | 'step' | 'field' | 'code' | 'count'>[];
}
