/**
 * The JSON messages between studio and server about figures. Types are identified by key and sites by id,
 * each with its name in the reader's language. People who are limited to types or sites see only their
 * figures.
 */

/**
 * The answer of `GET /figures?from&until&type&site`. Days are in UTC and inclusive; the default is the last
 * four weeks. An unknown type or site has no figures.
 */
export interface FiguresView {
  readonly from: string;
  readonly until: string;
  /** The sum over all days, types and sites. */
  readonly total: FigureCounts;
  /** All days of the period, also those without any count. */
  readonly days: readonly (FigureCounts & { readonly day: string })[];
  /** Types with any count, the most often begun first. */
  readonly types: readonly (FigureCounts & NamedKey)[];
  readonly sites: readonly (FigureCounts & NamedKey)[];
  /** Campaigns with enquiries of the period, the most frequent first. Absent if there are none. */
  readonly campaigns?: readonly { readonly name: string; readonly count: number }[];
  /** The fields that were touched last in forms that were not sent, most often first. */
  readonly stops: readonly FieldFigure[];
  /** The validation messages that were shown, most often first. */
  readonly messages: readonly (FieldFigure & {
    readonly code: string;
    /** The text of the live form. "…" replaces a limit that is not the same for everybody. */
    readonly message: string;
  })[];
  readonly choices: { readonly types: readonly NamedKey[]; readonly sites: readonly NamedKey[] };
  /** The share of visits that pages report, from 0 to 1. Below 1 the figures are estimates. */
  readonly share: number;
  /** Smaller counts of fields and messages are not shown. */
  readonly fewest: number;
}

export interface FigureCounts {
  readonly began: number;
  readonly sent: number;
  /** Begun, but neither sent nor continued as another type. */
  readonly abandoned: number;
}

export interface NamedKey {
  readonly key: string;
  readonly name: string;
}

export interface FieldFigure {
  readonly type: NamedKey;
  /** Absent if there is no field. */
  readonly field?: NamedKey;
  /** Absent if below `fewest`: a small count describes persons instead of the field. */
  readonly count?: number;
}
