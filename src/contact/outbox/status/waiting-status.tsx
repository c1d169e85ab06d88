import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TextFormatter } from '#engine';
import { getHeaderContent } from '../../content.ts';
import type { Enquiry } from '../../enquiry/enquiry.ts';
import { notifyPage } from '../../success/conversion.ts';
import { discard } from '../store/keep-enquiry.ts';
import type { WaitingEnquiry } from '../store/waiting-enquiry.ts';
import type { OutboxProps } from './keep-offer.tsx';
import { focusFirstField, useEditing, useOutcomeOfStored } from './use-editing.ts';
import { useProgress } from './use-progress.ts';
import { useWaiting, type WaitingList } from './use-waiting.ts';
import { SendButton, WaitingItem } from './waiting-item.tsx';
import '../outbox.css';

/**
 * Renders the stored enquiries of this browser above a form, and sends those that wait. After the visitor has stored
 * this form's enquiry, renders only that, in place of the form; once it is sent, the section shows its thanks.
 */
export function WaitingStatus(props: OutboxProps): ReactNode {
  const { section, enquiry, text } = props;
  const { lifecycle } = enquiry;
  const storedId = lifecycle.state === 'stored' ? lifecycle.id : undefined;
  const { isOwner, isOwnerNow } = useIsOwner();
  /** The enquiry that this form has stored, until it is edited; its receipt is that of the thanks. */
  const ownId = useRef<string>(undefined);
  if (lifecycle.state !== 'success') ownId.current = storedId;

  const list = useWaiting({
    isFormSending: ['checking', 'submitting'].includes(lifecycle.state),
    isFormSent: lifecycle.state === 'success',
    showsReceipt: (id) => isOwnerNow() || id === ownId.current,
    onSent: ({ id: _id, ...receipt }) => notifyPage(window, receipt, section.onSuccess),
  });
  const editing = useEditing(props, list);
  useOutcomeOfStored(enquiry, list, editing.edit);

  const shown = list.enquiries.filter(({ id, state }) => {
    if (storedId !== undefined) return id === storedId && state.is !== 'sent';
    // One whose page was closed while it was edited is shown again.
    const isEdited = state.is === 'edited' && (list.edited.has(id) || enquiry.later.editedId.current === id);
    return isOwner && !isEdited && !(state.is === 'sent' && id === ownId.current);
  });
  const announcement = useProgress(list, shown, text);
  const expired = isOwner && storedId === undefined ? list.expired : [];
  const dialog = useDialog(enquiry);
  const box = useRef<HTMLDivElement>(null);
  const [limit, setLimit] = useState(mostAtFirst);
  // The announcement of a form without stored enquiries is the section's.
  if (shown.length === 0 && expired.length === 0) return null;
  const besideDialog = storedId === undefined ? dialog?.parentElement : undefined;
  const drawn = chooseDrawn(shown, limit);
  const listTitles = () => [...(box.current?.querySelectorAll<HTMLElement>('.sw-waiting-title') ?? [])];
  /** Discards an enquiry above the form. Its button disappears, so the focus moves on first. */
  const discardShown = async (id: string) => {
    const next = listTitles().find((_title, index) => drawn[index]?.id !== id);
    if (next) next.focus();
    else if (besideDialog) besideDialog.querySelector('button')?.focus();
    else if (storedId === undefined) focusFirstField(enquiry);
    await discard(id).catch((error: unknown) => console.error('Cannot delete the stored enquiry:', error));
  };
  const status = (
    <div className={storedId === undefined ? 'sw-waiting' : 'sw-waiting sw-waiting--stored'} ref={box}>
      <p className="sw-visually-hidden" role="status">
        {announcement}
      </p>
      {drawn.map((one) => (
        <WaitingItem
          key={one.id}
          item={one}
          list={list}
          editing={editing}
          isStoredHere={one.id === storedId}
          headingLevel={besideDialog || getHeaderContent(section)?.title === undefined ? 2 : 3}
          locale={shown.length > 1 ? section.locale : undefined}
          onDiscard={() => void discardShown(one.id)}
          text={text}
        />
      ))}
      {drawn.length < shown.length && (
        <OtherEnquiries
          others={shown.filter((one) => !drawn.includes(one))}
          list={list}
          onShow={() => {
            setLimit(limit + mostMore);
            // The button may disappear.
            setTimeout(() => listTitles()[limit]?.focus());
          }}
          text={text}
        />
      )}
      {expired.map((days) => (
        <p key={days} className="sw-waiting-note">
          {text('send-later.expired', { days })}
        </p>
      ))}
    </div>
  );
  return besideDialog ? createPortal(status, besideDialog) : status;
}

/** The number of enquiries that are drawn at first, and the number that is added for a visitor who wants more. */
const mostAtFirst = 3;
const mostMore = 20;

/** Returns the enquiries that are drawn, the newest first. Those that the server has refused need the visitor most. */
function chooseDrawn(shown: readonly WaitingEnquiry[], limit: number): readonly WaitingEnquiry[] {
  const isRefused = ({ state }: WaitingEnquiry) => state.is === 'refused';
  const newestFirst = shown.toReversed();
  const others = newestFirst.filter((one) => !isRefused(one));
  return [...newestFirst.filter(isRefused), ...others].slice(0, limit);
}

/** Renders buttons that send what waits, and draw more of the enquiries that are not drawn. */
function OtherEnquiries({
  others,
  list,
  onShow,
  text,
}: {
  readonly others: readonly WaitingEnquiry[];
  readonly list: WaitingList;
  readonly onShow: () => void;
  readonly text: TextFormatter;
}): ReactNode {
  return (
    <div className="sw-waiting-item">
      <div className="sw-later-actions">
        {others.some(({ state }) => state.is === 'waiting') && (
          <SendButton list={list} onSend={() => void list.send()} text={text} />
        )}
        <button type="button" className="sw-button sw-button--quiet" onClick={onShow}>
          {text('send-later.others', { count: others.length })}
        </button>
      </div>
    </div>
  );
}

/** Returns the dialog that contains the section; undefined before the first effect, and without one. */
function useDialog({ elements }: Enquiry): HTMLDialogElement | undefined {
  const [dialog, setDialog] = useState<HTMLDialogElement>();
  useEffect(() => setDialog(elements.section.current?.closest('dialog') ?? undefined), [elements]);
  return dialog;
}

let owner: symbol | undefined;

/** Tells one section of the page, which shows the enquiries that no section has stored just now, from the others. */
function useIsOwner() {
  const [self] = useState(() => Symbol('section'));
  const [isOwner, setIsOwner] = useState(false);
  useEffect(() => {
    owner ??= self;
    setIsOwner(owner === self);
    return () => {
      if (owner === self) owner = undefined;
    };
  }, [self]);
  return { isOwner, isOwnerNow: useCallback(() => owner === self, [self]) };
}
