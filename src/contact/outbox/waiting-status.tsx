import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TextFormatter } from '#engine';
import { getFocusedElement } from '#widgets';
import { getHeaderContent } from '../content.ts';
import { toDraftKey } from '../draft/draft-store.ts';
import type { Enquiry } from '../enquiry/enquiry.ts';
import { moveFocusAfterMessages } from '../enquiry/use-submit.ts';
import { announceConversion } from '../success/conversion.ts';
import { registerBackgroundSend } from './background.ts';
import { markAsEdited, readSession, wasEditedHere, writeSession } from './edited-enquiry.ts';
import { discard, readFiles, withStore } from './keep-enquiry.ts';
import type { OutboxProps } from './keep-offer.tsx';
import { announceChange, type SendReport } from './send-waiting.ts';
import { useWaiting, type WaitingList } from './use-waiting.ts';
import { type WaitingEnquiry, writeVariables } from './waiting-enquiry.ts';
import './outbox.css';

/**
 * Renders the stored enquiries of this browser above a form, and sends those that wait. After the visitor has stored
 * this form's enquiry, renders only that, in place of the form; once it is sent, the section shows its thanks.
 */
export function WaitingStatus(props: OutboxProps): ReactNode {
  const { section, enquiry, text } = props;
  const { lifecycle } = enquiry;
  const storedId = lifecycle.state === 'stored' ? lifecycle.id : undefined;
  const isOwner = useIsOwner();
  /** The enquiry that this form has stored; its receipt is that of the thanks. */
  const ownId = useRef<string>(undefined);
  ownId.current = storedId ?? ownId.current;

  /** Tells the page about enquiries that it has sent. That of the form is announced with its thanks. */
  const handleReport = ({ sent }: SendReport) => {
    for (const { id, enquiryType, reference } of sent) {
      if (id === storedId) continue;
      announceConversion(window, enquiryType);
      section.onSuccess?.({ enquiryType, ...(reference !== undefined && { reference }) });
    }
  };
  const list = useWaiting(handleReport);
  const editing = useEditing(props, list);
  useOutcomeOfStored(props, list, editing.edit);

  const shown = list.enquiries.filter(({ id, state }) => {
    if (storedId !== undefined) return id === storedId && state.is !== 'sent';
    // One whose page was closed while it was edited is shown again.
    const isEdited = state.is === 'edited' && (list.edited.has(id) || enquiry.later.editedId.current === id);
    return isOwner && !isEdited && !(state.is === 'sent' && id === ownId.current);
  });
  const isExpiryShown = isOwner && storedId === undefined && list.expired > 0;
  const dialog = useDialog(enquiry);
  const box = useRef<HTMLDivElement>(null);
  // The announcement of a form without stored enquiries is the section's.
  if (shown.length === 0 && !isExpiryShown) return null;
  const besideDialog = storedId === undefined ? dialog?.parentElement : undefined;
  /** Discards an enquiry above the form. Its button disappears, so the focus moves on first. */
  const discardShown = async (id: string) => {
    const titles = box.current?.querySelectorAll<HTMLElement>('.sw-waiting-title') ?? [];
    const next = [...titles].find((_title, index) => shown[index]?.id !== id);
    if (next) next.focus();
    else if (besideDialog) besideDialog.querySelector('button')?.focus();
    else if (storedId === undefined) focusFirstField(enquiry);
    await discard(id).catch((error: unknown) => console.error('Cannot delete the stored enquiry:', error));
  };
  const status = (
    <div className={storedId === undefined ? 'sw-waiting' : 'sw-waiting sw-waiting--stored'} ref={box}>
      <p className="sw-visually-hidden" role="status">
        {describeProgress(list, shown, text)}
      </p>
      {shown.map((one) => (
        <WaitingItem
          key={one.id}
          item={one}
          list={list}
          isStoredHere={one.id === storedId}
          headingLevel={besideDialog || getHeaderContent(section)?.title === undefined ? 2 : 3}
          onEdit={() => void editing.edit(one)}
          onDiscard={() => void discardShown(one.id)}
          text={text}
        />
      ))}
      {isExpiryShown && (
        <p className="sw-waiting-note">
          {text('send-later.expired', { days: section.form.settings.sendLater?.days ?? 0 })}
        </p>
      )}
    </div>
  );
  return besideDialog ? createPortal(status, besideDialog) : status;
}

/** Returns the dialog that contains the section; undefined before the first effect, and without one. */
function useDialog({ elements }: Enquiry): HTMLDialogElement | undefined {
  const [dialog, setDialog] = useState<HTMLDialogElement>();
  useEffect(() => setDialog(elements.section.current?.closest('dialog') ?? undefined), [elements]);
  return dialog;
}

/** Renders one enquiry: its state, and buttons that send, edit and discard it. */
function WaitingItem({
  item,
  list,
  isStoredHere,
  headingLevel,
  onEdit,
  onDiscard,
  text,
}: {
  readonly item: WaitingEnquiry;
  readonly list: WaitingList;
  /** True if it is shown in place of its form; its heading then has the focus at first. */
  readonly isStoredHere: boolean;
  readonly headingLevel: 2 | 3;
  readonly onEdit: () => void;
  readonly onDiscard: () => void;
  readonly text: TextFormatter;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const isPressed = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  const isInBackground = useIsInBackground();
  useLayoutEffect(() => {
    if (isStoredHere) heading.current?.focus({ preventScroll: window === parent });
  }, [isStoredHere]);
  const { state, hasLostPhotos } = item;
  const Heading = `h${headingLevel}` as const;
  const isSent = state.is === 'sent';
  useLayoutEffect(() => {
    // The button that was pressed has disappeared.
    if (isSent && isPressed.current && hasLostFocus()) heading.current?.focus();
  }, [isSent]);
  const isTriedInVain = list.triedInVain.has(item.id) && !list.isSending;
  return (
    <div className="sw-waiting-item">
      <Heading className="sw-waiting-title" tabIndex={-1} ref={heading}>
        <EnquirySentence item={item} text={text} />
      </Heading>
      {isSent && state.reference && (
        <p className="sw-waiting-note">{text('thank-you.reference', { reference: state.reference })}</p>
      )}
      {state.is === 'waiting' && !isAsking && (
        <p className="sw-waiting-note">
          {isTriedInVain
            ? text('send-later.still-unreachable')
            : text(isInBackground ? 'send-later.in-background' : 'send-later.on-return')}
        </p>
      )}
      {hasLostPhotos && <p className="sw-waiting-note">{text('send-later.photos-left-out')}</p>}
      {isAsking ? (
        <DiscardQuestion
          onDiscard={onDiscard}
          onKeep={() => {
            setIsAsking(false);
            heading.current?.focus();
          }}
          text={text}
        />
      ) : (
        !isSent && (
          <div className="sw-later-actions">
            <button
              type="button"
              className={isStoredHere ? 'sw-button sw-button--primary' : 'sw-button'}
              aria-disabled={list.isSending || undefined}
              onClick={() => {
                if (list.isSending) return;
                isPressed.current = true;
                void list.send(item.id);
              }}
            >
              {text(list.isSending ? 'send-later.sending' : 'send-later.send-now')}
            </button>
            <button type="button" className="sw-button sw-button--quiet" onClick={onEdit}>
              {text('send-later.edit')}
            </button>
            <button type="button" className="sw-button sw-button--quiet" onClick={() => setIsAsking(true)}>
              {text('send-later.discard')}
            </button>
          </div>
        )
      )}
    </div>
  );
}

/** Asks before an enquiry is deleted. The question has the focus. */
function DiscardQuestion({
  onDiscard,
  onKeep,
  text,
}: {
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
  readonly text: TextFormatter;
}): ReactNode {
  const question = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => question.current?.focus(), []);
  return (
    <>
      <p className="sw-waiting-question" tabIndex={-1} ref={question}>
        {text('send-later.discard-question')}
      </p>
      <div className="sw-later-actions">
        <button type="button" className="sw-button" onClick={onDiscard}>
          {text('send-later.discard')}
        </button>
        <button type="button" className="sw-button sw-button--quiet" onClick={onKeep}>
          {text('send-later.keep-waiting')}
        </button>
      </div>
    </>
  );
}

/** Returns the sentence about the state of an enquiry. */
function describeEnquiry({ state, recipient }: WaitingEnquiry, text: TextFormatter): string {
  switch (state.is) {
    case 'sent':
      return text('send-later.sent');
    case 'refused':
      return text('send-later.refused');
    case 'waiting':
    case 'edited':
      return recipient === undefined
        ? text('send-later.waiting')
        : text('send-later.waiting-to', { recipient });
  }
}

/** Returns the announcement of what happens to the enquiries by itself. */
function describeProgress(
  { isSending, triedInVain }: WaitingList,
  shown: readonly WaitingEnquiry[],
  text: TextFormatter,
): string {
  if (shown.length === 0) return '';
  if (isSending) return text('send-later.sending');
  const isInVain = shown.some(({ id, state }) => state.is === 'waiting' && triedInVain.has(id));
  if (isInVain) return text('send-later.still-unreachable');
  return shown.map((one) => describeEnquiry(one, text)).join('. ');
}

/** Renders the sentence about the state of an enquiry. The recipient's writing direction may differ from its. */
function EnquirySentence({
  item,
  text,
}: {
  readonly item: WaitingEnquiry;
  readonly text: TextFormatter;
}): ReactNode {
  const { recipient } = item;
  if (recipient === undefined) return describeEnquiry(item, text);
  const [before, after] = describeEnquiry({ ...item, recipient: placeholder }, text).split(placeholder);
  if (after === undefined) return before;
  return (
    <>
      {before}
      <bdi>{recipient}</bdi>
      {after}
    </>
  );
}

/** Stands for the recipient in its sentence; no text contains this character (Unicode, "Object replacement character"). */
const placeholder = '\uFFFC';

/** Returns true if the browser sends without a page; false until that is known. */
function useIsInBackground(): boolean {
  const [isInBackground, setIsInBackground] = useState(false);
  useEffect(() => void registerBackgroundSend().then(setIsInBackground), []);
  return isInBackground;
}

let owner: symbol | undefined;

/** Returns true for one section of the page, which shows the enquiries that no section has stored just now. */
function useIsOwner(): boolean {
  const [self] = useState(() => Symbol('section'));
  const [isOwner, setIsOwner] = useState(false);
  useEffect(() => {
    owner ??= self;
    setIsOwner(owner === self);
    return () => {
      if (owner === self) owner = undefined;
    };
  }, [self]);
  return isOwner;
}

/** The key in session storage of the id of an enquiry that is to be edited on the page that is being opened. */
const editedKey = 'slipway:edited';

/**
 * Returns a function that takes an enquiry back into its form; in another page it opens the form's own. An enquiry that
 * the server has refused comes back by itself, unless the visitor is entering another one.
 */
function useEditing({ enquiry }: OutboxProps, { enquiries }: WaitingList) {
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
      const files = await readFiles(waiting);
      photos.clear();
      for (const [field, added] of Object.entries(files)) photos.add(field, added);
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
      if (!hasFocus) focusFirstField(enquiry);
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

/** Focuses the first field that is shown; in a form with steps that of the current step. */
function focusFirstField({ plan, elements }: Enquiry): void {
  const shown = plan.fields.filter(({ visibility }) => visibility === 'shown');
  shown.some(({ name }) => elements.fields.current?.focusField(name));
}

/** Returns true if the element that had the focus was removed. */
function hasLostFocus(): boolean {
  const focused = getFocusedElement();
  return focused === null || focused === document.body;
}

/** Shows the thanks once the enquiry that this form has stored is sent, and its problems if it was refused. */
function useOutcomeOfStored(
  { enquiry }: OutboxProps,
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
      moveFocusAfterMessages(() => focusFirstField(enquiry));
    }
  }, [storedId, stored, complete, judging, edit, enquiry]);
}
