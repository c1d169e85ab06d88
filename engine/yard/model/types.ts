/*
 * The types of what the yard adds to a situation and a plan: its sites, offices, events and yacht models, and
 * how a page contains the form.
 */

export interface Site {
  readonly id: string | number;
  readonly domain: string;
  readonly isInternational?: boolean | null;
  readonly exclude_from_international?: boolean | null;
}

/** An office or dealer (docs/contract.md, "Site content"). */
export interface Office {
  readonly id: string | number;
  readonly name: string;
  readonly title?: string | null;
  /**
   * The mail address. A browser only needs to know if there is one, so a server may send any other non-empty
   * text.
   */
  readonly email?: string | null;
  readonly sortOrder?: number | null;
  readonly services?: readonly string[] | null;
  readonly site?: {
    readonly id?: string | number;
    readonly isInternational?: boolean | null;
    readonly exclude_from_international?: boolean | null;
  } | null;
}

/** The titles of future events and the state of their loading (docs/behaviour.md, "Event titles"). */
export type EventTitles =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly titles: readonly string[] }
  | { readonly state: 'failed' };

/** The yard's part of a situation. */
export interface YardSituation {
  readonly site: Site;
  readonly page: {
    readonly inModal?: boolean;
    readonly isForLanding?: boolean;
    readonly eventTitle?: string | null;
    readonly selectedOffice?: Office | null;
  };
  readonly content: {
    /** The page's offices. They are used unless the site is international, or if `allOffices` is missing. */
    readonly offices?: readonly Office[] | null;
    /** All offices. They are used on an international site, or if `offices` is missing. */
    readonly allOffices?: readonly Office[] | null;
    /** The locale in which both lists are already sorted by label. Absent if they are not sorted. */
    readonly officesSortedIn?: string | null;
    readonly yachtModels?: readonly { readonly name: string }[] | null;
    readonly eventTitles: EventTitles;
  };
}

/** The yard's part of a plan. */
export interface YardPlan {
  /** Eligible offices, sorted by `sortOrder` (missing ones last), then by name. */
  readonly eligibleOffices: readonly Office[];
  /** The offices offered for the current type, in the order of the select. */
  readonly offeredOffices: readonly Office[];
}
