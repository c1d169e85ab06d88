import { idPrefixOf, type Named } from '../enquiry/section-ids.ts';
import { draftKey } from './draft-store.ts';

/**
 * Moves the draft of a section that is shown in another way, inside or outside a dialog. If storage is
 * forbidden, there is no draft.
 */
export function moveDraft(from: Named, to: Named): void {
  try {
    const [before, after] = [from, to].map((one) => draftKey(location.pathname, idPrefixOf(one)));
    const draft = sessionStorage.getItem(before ?? '');
    if (draft === null || !before || !after) return;
    sessionStorage.setItem(after, draft);
    sessionStorage.removeItem(before);
  } catch {
    // The storage is full or forbidden.
  }
}
