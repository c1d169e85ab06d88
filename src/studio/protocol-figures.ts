/**
 * What the studio's page and its server say to each other of figures; plain JSON. Types are named by their keys, sites by their ids, with
 * what they are called in the reader's language. Whoever is limited to types or sites sees their figures alone.
 */

/** `GET /figures?from&until&type&site`: days in UTC, both in it; without any the last four weeks. What there is not has no figures. */
export interface FiguresView {
  readonly from: string;
  readonly until: string;
  /** Of every day, type and site together. */
  readonly total: FigureCounts;
  /** Every day of the time, whether anything was counted on it or not. */
  readonly days: readonly (FigureCounts & { readonly day: string })[];
  /** Those of which anything was counted, most begun first. */
  readonly types: readonly (FigureCounts & NamedKey)[];
  readonly sites: readonly (FigureCounts & NamedKey)[];
  /** The fields that were touched last where a form was left unsent, most often first. */
  readonly stops: readonly FieldFigure[];
  /** The messages that were shown, most often first. */
  readonly messages: readonly (FieldFigure & {
    readonly code: string;
    /** As the live form says it; where a limit in it is not the same for everybody, with "…" in its place. */
    readonly message: string;
  })[];
  /** What may be chosen. */
  readonly choices: { readonly types: readonly NamedKey[]; readonly sites: readonly NamedKey[] };
  /** The share of visits that pages report now: their figures are estimates where it is below 1. */
  readonly share: number;
  /** Smaller counts of fields and messages are not told. */
  readonly fewest: number;
}

/** What was done with forms. */
export interface FigureCounts {
  readonly began: number;
  readonly sent: number;
  /** Begun, and neither sent nor gone on with as another type. */
  readonly abandoned: number;
}

/** A key or an id, with what it is called. */
export interface NamedKey {
  readonly key: string;
  readonly name: string;
}

/** How often something was met at a field. */
export interface FieldFigure {
  readonly type: NamedKey;
  /** Absent: at none. */
  readonly field?: NamedKey;
  /** Absent: fewer than `fewest`. A few tell of persons rather than of the field. */
  readonly count?: number;
}
