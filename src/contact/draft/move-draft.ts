import { getIdPrefix, type SectionIdentity } from '../enquiry/section-ids.ts';
import { toDraftKey } from './draft-store.ts';

/**
 * Moves the stored draft of a section that changes its identity, for example from the page into a dialog. It
 * replaces a draft of the new identity. Does nothing if no draft is stored, or if the storage is full or
 * forbidden.
 */
export function moveDraft(from: SectionIdentity, to: SectionIdentity): void {
  try {
    const [before, after] = [from, to].map((one) => toDraftKey(location.pathname, getIdPrefix(one)));
    const draft = sessionStorage.getItem(before ?? '');
    if (draft === null || !before || !after) return;
    sessionStorage.setItem(after, draft);
    sessionStorage.removeItem(before);
  } catch {
    // The storage is full or forbidden.
  }
}
