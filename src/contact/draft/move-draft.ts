import { idPrefixOf, type Named } from '../enquiry/section-ids.ts';
import { draftKey } from './draft-store.ts';

/** Has a section that is drawn as another, in a dialog or out of it, find what was typed. Where storage is forbidden there is nothing to find. */
export function moveDraft(from: Named, to: Named): void {
  try {
    const [before, after] = [from, to].map((one) => draftKey(location.pathname, idPrefixOf(one)));
    const draft = sessionStorage.getItem(before ?? '');
    if (draft === null || !before || !after) return;
    sessionStorage.setItem(after, draft);
    sessionStorage.removeItem(before);
  } catch {
    // Full, or forbidden.
  }
}
