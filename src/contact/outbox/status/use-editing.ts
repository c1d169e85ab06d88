import { useEffect, useRef, useState } from 'react';
import { toDraftValues, type Values } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import { getFocusedElement } from '#widgets';
import type { PhotoLists } from '#widgets/photos/photos.ts';
import { createEnquiryDraftStore, toDraftKey } from '../../draft/draft-store.ts';
import { getSendAttempt } from '../../draft/idempotency-key.ts';
import type { Enquiry } from '../../enquiry/enquiry.ts';
import { moveFocusAfterMessages } from '../../enquiry/use-submit.ts';
import { isSubmittable } from '../../lifecycle.ts';
import { announceChange } from '../send-waiting.ts';
import { markAsEdited, readSession, wasEditedHere, writeSession } from '../store/edited-enquiry.ts';
import { readFiles, withStore } from '../store/keep-enquiry.ts';
import { type WaitingEnquiry, writeVariables } from '../store/waiting-enquiry.ts';
import { hasAnswers } from './has-answers.ts';
import type { OutboxProps } from './keep-offer.tsx';
import type { WaitingList } from './use-waiting.ts';

/** The key in session storage of the id of an enquiry that is to be edited on the page that is being opened. */
const editedKey = 'slipway:edited';

/** The key in session storage of `toConsent`, if the visitor lets that enquiry replace what the form contains. */
const replacingKey = 'slipway:edited-replacing';

/** The functions of the page's sections that return true if one has photos, which are lost when the page is left. */
const unstoredPhotos = new Set<() => boolean>();

export interface Editing {
  /**
   * Takes an enquiry back into its form; in another page it opens the form's own. If that would replace what the visitor
   * has entered there, or lose photos of the page that is left, first asks.
   */
  readonly edit: (waiting: WaitingEnquiry) => void;
  /** The id of the enquiry about which the visitor is asked. */
  readonly askedId: string | undefined;
  /** Answers the question. */
  readonly answer: (waiting: WaitingEnquiry, isReplacing: boolean) => void;
}

/**
 * Returns what a waiting enquiry is edited with. One that the server has refused comes back by itself, unless the
 * visitor is entering another one.
 */
export function useEditing({ section, enquiry }: OutboxProps, { enquiries }: WaitingList): Editing {
  const { later, restore, photos, judging, idPrefix, lifecycle } = enquiry;
  const own = toDraftKey(location.pathname, idPrefix);
  // Each keystroke is in the draft, but does not render the section.
  const hasPhotos = () =>
    photos.isAdding() || Object.values(photos.getSnapshot()).some(({ length }) => length > 0);
  const hasEntered = () =>
    hasAnswers(judging.draft.values(), { types: section.form.types, initial: section.initialValues }) ||
    hasPhotos();
  const isEmpty = () => lifecycle.state === 'editing' && !hasEntered();
  const [askedId, setAskedId] = useState<string>();

  function edit(waiting: WaitingEnquiry): void {
    const { draftKey } = waiting.page;
    // A form that has stored its enquiry contains nothing else, and after its thanks nothing.
    const isReplacing =
      draftKey === own
        ? isSubmittable(lifecycle) && hasEntered()
        : hasAnswers(readDraft(draftKey), {}) || [...unstoredPhotos].some((hasSome) => hasSome());
    if (isReplacing) setAskedId(waiting.id);
    else editNow(waiting);
  }

  function answer(waiting: WaitingEnquiry, isReplacing: boolean): void {
    setAskedId(undefined);
    if (!isReplacing) return;
    writeSession(replacingKey, toConsent(waiting));
    editNow(waiting);
  }

  useEffect(() => {
    // The photos of an enquiry that waits are stored with it.
    const hasUnstored = () => lifecycle.state !== 'stored' && hasPhotos();
    unstoredPhotos.add(hasUnstored);
    return () => void unstoredPhotos.delete(hasUnstored);
  });

  const isTakingBack = useRef(false);
  function editNow(waiting: WaitingEnquiry): void {
    if (isTakingBack.current) return;
    isTakingBack.current = true;
    takeBack(waiting)
      .catch((error: unknown) => console.error('Cannot edit a stored enquiry:', error))
      .finally(() => {
        isTakingBack.current = false;
      });
  }

  const endEditing = useRef<() => void>(undefined);
  useEffect(() => () => endEditing.current?.(), []);
  useEffect(() => {
    // It waits again, or was sent.
    if (['stored', 'success'].includes(lifecycle.state)) endEditing.current?.();
  }, [lifecycle.state]);
  function replaceMark(end: (() => void) | undefined): void {
    if (end === undefined) return;
    endEditing.current?.();
    endEditing.current = end;
  }

  async function takeBack(waiting: WaitingEnquiry): Promise<void> {
    const { id, page, post, state } = waiting;
    if (['checking', 'submitting'].includes(lifecycle.state)) return;
    if (page.draftKey !== own || lifecycle.state === 'success') {
      writeSession(editedKey, id);
      location.assign(page.url);
      return;
    }
    writeSession(replacingKey, null);
    const branches = waiting.branches ?? {};
    // A form that has stored its enquiry just now still contains it, with its photos. Another one may contain another.
    const isInForm = lifecycle.state === 'stored' && !hasNewPaths(waiting, photos.getSnapshot());
    const files = isInForm ? undefined : await readFiles(waiting);
    const end = await markAsEdited(id);
    // What this form has stored it still contains, whoever edits it.
    const isFree = end !== undefined || lifecycle.state === 'stored';
    if (!isFree || !(await claimForEditing(waiting))) {
      end?.();
      return announceChange();
    }
    replaceMark(end);
    // The form may have been published anew since.
    const entered = toDraftValues(section.form, waiting.entered);
    if (files === undefined) restore(entered, branches);
    else {
      photos.clear();
      for (const [field, added] of Object.entries(files)) photos.add(field, added);
      const others = Object.keys(judging.draft.values()).map((field) => [field, undefined] as const);
      restore({ ...Object.fromEntries(others), ...entered }, branches);
    }
    // An answer may have been lost: what is sent again without a change is the same enquiry.
    if (state.is !== 'refused')
      judging.draft.adoptIdempotencyKey(post.headers['Idempotency-Key'] ?? id, writeVariables(waiting));
    later.editedId.current = id;
    // Its button disappears, and with it the focus.
    getFocusedElement()?.closest<HTMLElement>('.sw-later-actions button')?.blur();
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
    if (reloaded && !isEmpty() && later.editedId.current === undefined) {
      later.editedId.current = reloaded.id;
      void markAsEdited(reloaded.id).then((end) => {
        replaceMark(end);
        announceChange();
      });
    }
    const named = readSession(editedKey);
    const returning = enquiries.find(
      ({ id, page, state }) =>
        page.draftKey === own && (id === named || (state.is === 'refused' && isEmpty())),
    );
    if (!returning || hasReturned.current) return;
    hasReturned.current = true;
    writeSession(editedKey, null);
    judging.draft.flush();
    const isReplacing = readSession(replacingKey) === toConsent(returning);
    writeSession(replacingKey, null);
    if (isReplacing) editNow(returning);
    else edit(returning);
  });
  return { edit, askedId, answer };
}

/**
 * Stores that an enquiry is being edited, so that nothing sends it as it was. Resolves to false if it was sent or
 * discarded meanwhile. On a full disk it is edited all the same.
 */
async function claimForEditing({ id }: WaitingEnquiry): Promise<boolean> {
  try {
    return await withStore(async (store) => {
      const stored = await store.get(id);
      if (stored === undefined || stored.state.is === 'sent') return false;
      return store.replace({ ...stored, state: { is: 'edited' } });
    });
  } catch (error) {
    console.warn('Cannot store that an enquiry is being edited:', error);
    return true;
  }
}

/** Returns what the visitor lets an enquiry replace, as a hash. What is entered later is not part of it. */
function toConsent({ id, page }: WaitingEnquiry): string {
  const { fingerprint } = getSendAttempt(undefined, writeJson(readDraft(page.draftKey)), () => id);
  return `${id} ${fingerprint}`;
}

/** Returns true if photos were uploaded while the enquiry waited, as the form does not know. */
function hasNewPaths(waiting: WaitingEnquiry, lists: PhotoLists): boolean {
  const known = Object.values(lists).flatMap((records) =>
    records.flatMap((record) => (record.state === 'uploaded' ? [record.path] : [])),
  );
  return waiting.photos.some(({ path }) => path !== undefined && !known.includes(path));
}

/** Returns the values of the draft that this tab has stored for a form; empty if there is none. */
function readDraft(key: string): Values {
  const store = createEnquiryDraftStore({ storage: () => sessionStorage, key, delayMs: 0 });
  return store.read()?.values ?? {};
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
  edit: Editing['edit'],
): void {
  const { lifecycle, complete, judging } = enquiry;
  const storedId = lifecycle.state === 'stored' ? lifecycle.id : undefined;
  const stored = enquiries.find(({ id }) => id === storedId);
  // An enquiry is listed a moment after it was stored.
  const listedId = useRef<string>(undefined);
  useEffect(() => {
    if (storedId === undefined) return;
    if (stored) listedId.current = storedId;
    if (stored?.state.is === 'sent') {
      const { reference } = stored.state;
      complete({ enquiryType: stored.enquiryType, ...(reference !== undefined && { reference }) });
    } else if (stored?.state.is === 'refused') edit(stored);
    // The visitor has discarded it: the form is shown with what it contains.
    else if (stored === undefined && listedId.current === storedId) {
      judging.dispatch({ type: 'reopened' });
      moveFocusAfterMessages(() => focusReopenedForm(enquiry));
    }
  }, [storedId, stored, complete, judging, edit, enquiry]);
}
