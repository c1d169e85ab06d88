import { useEffect, useRef } from 'react';
import { getFocusedElement } from '#widgets';
import { toDraftKey } from '../draft/draft-store.ts';
import type { Enquiry } from '../enquiry/enquiry.ts';
import { moveFocusAfterMessages } from '../enquiry/use-submit.ts';
import { markAsEdited, readSession, wasEditedHere, writeSession } from './edited-enquiry.ts';
import { readPhotos, withStore } from './keep-enquiry.ts';
import { announceChange } from './send-waiting.ts';
import type { WaitingList } from './use-waiting.ts';
import { type WaitingEnquiry, writeVariables } from './waiting-enquiry.ts';

/** The key in session storage of the id of an enquiry that is to be edited on the page that is being opened. */
const editedKey = 'slipway:edited';

/**
 * Returns a function that takes an enquiry back into its form; in another page it opens the form's own. An enquiry that
 * the server has refused comes back by itself, unless the visitor is entering another one.
 */
export function useEditing(enquiry: Enquiry, { enquiries }: WaitingList) {
  const { later, restore, photos, judging, idPrefix, lifecycle } = enquiry;
  const own = toDraftKey(location.pathname, idPrefix);
  const isEmpty = Object.keys(judging.draft.values()).length === 0 && lifecycle.state === 'editing';

  const edit = (waiting: WaitingEnquiry): Promise<void> =>
    takeBack(waiting).catch((error: unknown) => console.error('Cannot edit a stored enquiry:', error));
  const endEditing = useRef<() => void>(undefined);
  useEffect(() => () => endEditing.current?.(), []);

  async function takeBack(waiting: WaitingEnquiry): Promise<void> {
    const { id, page, post, state } = waiting;
    if (page.draftKey !== own) {
      writeSession(editedKey, id);
      location.assign(page.url);
      return;
    }
    const branches = waiting.branches ?? {};
    // A form that has stored its enquiry just now still contains it, with its photos. Another one may contain another.
    if (lifecycle.state === 'stored') restore(waiting.entered, branches);
    else {
      const stored = await readPhotos(waiting);
      photos.clear();
      for (const [field, restored] of Object.entries(stored)) photos.restore(field, restored);
      const others = Object.keys(judging.draft.values()).map((field) => [field, undefined] as const);
      restore({ ...Object.fromEntries(others), ...waiting.entered }, branches);
    }
    // An answer may have been lost: what is sent again without a change is the same enquiry.
    if (state.is !== 'refused')
      judging.draft.adoptIdempotencyKey(post.headers['Idempotency-Key'] ?? id, writeVariables(waiting));
    later.editedId.current = id;
    // Its button disappears, and with it the focus.
    getFocusedElement()?.closest<HTMLElement>('.sw-later-actions button')?.blur();
    endEditing.current = markAsEdited(id);
    await withStore((store) => store.put({ ...waiting, state: { is: 'edited' } }));
    announceChange();
    const dialog = enquiry.elements.section.current?.closest('dialog');
    if (dialog && !dialog.open) dialog.showModal();
    const failure = state.is === 'refused' ? { named: state.named } : undefined;
    judging.dispatch({ type: 'reopened', ...(failure && { failure }) });
    const { fields } = enquiry.elements;
    moveFocusAfterMessages(() => {
      const hasFocus = failure?.named.some(({ problem }) => fields.current?.focusField(problem.field));
      if (!hasFocus) focusReopenedForm(enquiry);
    });
  }

  const hasReturned = useRef(false);
  useEffect(() => {
    const reloaded = enquiries.find(
      ({ id, page, state }) => state.is === 'edited' && page.draftKey === own && wasEditedHere(id),
    );
    if (reloaded && !isEmpty && later.editedId.current === undefined) {
      later.editedId.current = reloaded.id;
      endEditing.current = markAsEdited(reloaded.id);
      announceChange();
    }
    const named = readSession(editedKey);
    const returning = enquiries.find(
      ({ id, page, state }) => page.draftKey === own && (id === named || (state.is === 'refused' && isEmpty)),
    );
    if (!returning || hasReturned.current) return;
    hasReturned.current = true;
    writeSession(editedKey, null);
    void edit(returning);
  });
  return { edit };
}

/** Moves into a form that contains a whole enquiry: to the summary of a form in steps, else to the first field. */
function focusReopenedForm(enquiry: Enquiry): void {
  const steps = enquiry.elements.steps.current;
  if (steps) steps.goToSummary();
  else focusFirstField(enquiry);
}

/** Focuses the first field that is shown; in a form with steps that of the current step, or its heading. */
export function focusFirstField({ plan, elements }: Enquiry): void {
  const shown = plan.fields.filter(({ visibility }) => visibility === 'shown');
  const hasFocus = shown.some(({ name }) => elements.fields.current?.focusField(name));
  if (!hasFocus) elements.steps.current?.focusHeading();
}

/** Shows the thanks once the enquiry that this form has stored is sent, and its problems if it was refused. */
export function useOutcomeOfStored(
  enquiry: Enquiry,
  { enquiries }: WaitingList,
  edit: (waiting: WaitingEnquiry) => Promise<void>,
): void {
  const { lifecycle, complete, judging } = enquiry;
  const storedId = lifecycle.state === 'stored' ? lifecycle.id : undefined;
  const stored = enquiries.find(({ id }) => id === storedId);
  const hasBeenListed = useRef(false);
  useEffect(() => {
    if (storedId === undefined) return;
    hasBeenListed.current ||= stored !== undefined;
    if (stored?.state.is === 'sent') {
      const { reference } = stored.state;
      complete({ enquiryType: stored.enquiryType, ...(reference !== undefined && { reference }) });
    } else if (stored?.state.is === 'refused') void edit(stored);
    // The visitor has discarded it: the form is shown with what it contains.
    else if (stored === undefined && hasBeenListed.current) {
      judging.dispatch({ type: 'reopened' });
      moveFocusAfterMessages(() => focusReopenedForm(enquiry));
    }
  }, [storedId, stored, complete, judging, edit, enquiry]);
}
