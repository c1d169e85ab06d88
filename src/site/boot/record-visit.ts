import type { RecordedVisit } from '../../contact/section-data.ts';
import type * as recorded from '../../contact/visit/recorded-visit.ts';

// The type guarantees that this is the value of the other module, which belongs to the chunk of the form.
const visitKey: typeof recorded.visitKey = 'slipway:visit';

const parameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

/** The longest value of a parameter that is stored. */
const longestValue = 200;

/**
 * Records in the tab's session storage what the address of this page says of a campaign, and with the first page of a
 * visit that page and the one of another site that led to it, both without queries. A later campaign replaces the
 * former one. Nothing else of the address is stored. Does nothing if the browser forbids the storage.
 */
export function recordVisit({ hasClickId }: RecordedVisit): void {
  try {
    const { origin, pathname, search } = location;
    const visit = new URLSearchParams(sessionStorage.getItem(visitKey) ?? '');
    if (!visit.has('entry')) {
      visit.set('entry', origin + pathname);
      const referrer = document.referrer && new URL(document.referrer);
      if (referrer && referrer.origin !== origin) visit.set('referrer', referrer.origin + referrer.pathname);
    }
    const given = new URLSearchParams(search);
    const names = hasClickId ? [...parameters, 'gclid'] : parameters;
    if (names.some((name) => given.get(name)))
      for (const name of names) {
        const value = given.get(name);
        if (value) visit.set(name, value.slice(0, longestValue));
        else visit.delete(name);
      }
    sessionStorage.setItem(visitKey, `${visit}`);
  } catch {
    // Nothing is recorded: the enquiry then has the campaign of the form's own page.
  }
}
