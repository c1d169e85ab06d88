import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TextFormatter } from '#engine';
import { getFocusedElement } from '#widgets';
import { getHeaderContent } from '../content.ts';
import type { Enquiry } from '../enquiry/enquiry.ts';
import { notifyPage } from '../success/conversion.ts';
import { registerBackgroundSend } from './background.ts';
import { discard } from './keep-enquiry.ts';
import type { OutboxProps } from './keep-offer.tsx';
import type { SendReport } from './send-waiting.ts';
import { focusFirstField, useEditing, useOutcomeOfStored } from './use-editing.ts';
import { useWaiting, type WaitingList } from './use-waiting.ts';
import type { WaitingEnquiry } from './waiting-enquiry.ts';
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
      const receipt = { enquiryType, ...(reference !== undefined && { reference }) };
      notifyPage(window, receipt, section.onSuccess);
    }
  };
  const list = useWaiting(handleReport);
  const editing = useEditing(enquiry, list);
  useOutcomeOfStored(enquiry, list, editing.edit);

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

/** Returns true if the element that had the focus was removed. */
function hasLostFocus(): boolean {
  const focused = getFocusedElement();
  return focused === null || focused === document.body;
}
