/** The key of the recorded visit in the tab's session storage. Its value is a query: `utm_source=…&entry=…`. */
export const visitKey = 'slipway:visit';

/** Returns the visit as the page's first script recorded it; undefined if there is none. Never throws. */
export function readRecordedVisit(): string | undefined {
  try {
    return sessionStorage.getItem(visitKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Deletes the recorded visit, because its enquiry was sent. Never throws. */
export function forgetRecordedVisit(): void {
  try {
    sessionStorage.removeItem(visitKey);
  } catch {
    // The browser forbids the storage, so there is nothing to delete.
  }
}
