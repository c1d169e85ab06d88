import type { FiguresView, NamedKey } from './figures.ts';

/** The property of enquiries by which charts of answers are divided. `time`: weeks or months, by the length of the period. */
export type AnswerSplit = 'site' | 'type' | 'time' | 'campaign';

/**
 * The answer of `GET /figures/answers?from&until&type&site&campaign&by`: how often each choice was taken in enquiries
 * of the period, without suspected ones. `by` is an `AnswerSplit`; any other value divides by nothing. People who are
 * limited to types or sites see only the answers of their enquiries.
 */
export interface AnswerFiguresView {
  readonly from: string;
  readonly until: string;
  /** The split by which the groups were made. Absent without one. */
  readonly by?: AnswerSplit;
  /** The number of enquiries that were counted. */
  readonly enquiries: number;
  /** Present if there were more: only the latest ones were counted. */
  readonly isPartial?: true;
  /**
   * The groups of the split in their order, with the number of their enquiries. Empty without a split. The last one may
   * have the key `slipway:rest`: all smaller groups together.
   */
  readonly groups: readonly (NamedKey & { readonly count: number })[];
  /** The fields with choices that were asked in these enquiries, in the order of the form. */
  readonly fields: readonly ChoiceFigures[];
  /** The campaigns of the period, for the filter, the most frequent first. */
  readonly campaigns: readonly string[];
  readonly choices: FiguresView['choices'];
  /** Smaller counts are not shown; 0 for people who may read enquiries. */
  readonly fewest: number;
}

/** The answers of one field. Types that share the field are counted together. */
export interface ChoiceFigures extends NamedKey {
  readonly types: readonly NamedKey[];
  /** Enquiries of these types, and those with an answer. */
  readonly asked: number;
  readonly answered: number;
  /** True if an enquiry may have several of the choices. */
  readonly isMultiple: boolean;
  readonly choices: readonly ChoiceCount[];
}

/**
 * A choice, with the number of enquiries that have it. The key `slipway:other` stands for texts that were typed in place
 * of a choice, `slipway:gone` for choices that the live form does not have, and `slipway:rest` for all rarer choices of a
 * long list. Their values are not part of the figures.
 */
export interface ChoiceCount extends NamedKey {
  /** Absent if it is below `fewest`. */
  readonly count?: number;
  /** The counts by group, in the order of `groups`; `null` for one below `fewest`. Empty without a split. */
  readonly byGroup: readonly (number | null)[];
}
