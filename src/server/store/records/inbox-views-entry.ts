/** A filter of the inbox that a person has saved. */
export interface SavedInboxView {
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  /** The query string of the filter, without `?`. */
  readonly query: string;
  /** True if the number of its enquiries is shown. */
  readonly isCounted: boolean;
}

/** All views of a person, in their order. The revision is 0 before the first change. */
export interface SavedInboxViews {
  readonly revision: number;
  readonly views: readonly SavedInboxView[];
}

/** New views in place of all former ones, if those had the revision `seen`. */
export interface InboxViewsChange {
  readonly person: string;
  readonly seen: number;
  readonly views: readonly SavedInboxView[];
}
