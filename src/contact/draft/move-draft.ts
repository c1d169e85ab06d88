import { getIdPrefix, type SectionIdentity } from '../enquiry/section-ids.ts';
import { toDraftKey } from './draft-store.ts';

/**
 * Moves the draft of a section that is shown in another way, inside or outside a dialog. If storage is
 * forbidden, there is no draft.
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
