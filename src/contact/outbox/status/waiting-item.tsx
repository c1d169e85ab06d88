import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TextFormatter } from '#engine';
import { getFocusedElement } from '#widgets';
import { registerBackgroundSend } from '../background.ts';
import type { WaitingEnquiry } from '../store/waiting-enquiry.ts';
import { StoredAt } from './stored-at.tsx';
import type { Editing } from './use-editing.ts';
import type { WaitingList, WaitingReason } from './use-waiting.ts';

interface WaitingItemProps {
  readonly item: WaitingEnquiry;
  readonly list: WaitingList;
  readonly editing: Editing;
  /** True if it is shown in place of its form; its heading then has the focus at first. */
  readonly isStoredHere: boolean;
  readonly headingLevel: 2 | 3;
  /** The language of the time at which it was stored, which is shown beside others; undefined without others. */
  readonly locale: string | undefined;
  readonly onDiscard: () => void;
  readonly text: TextFormatter;
}

/** Renders one enquiry: its state, and buttons that send, edit and discard it. */
export function WaitingItem(props: WaitingItemProps): ReactNode {
  const { item, list, editing, isStoredHere, headingLevel, locale, onDiscard, text } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const isPressed = useRef(false);
  const [isDiscarding, setIsDiscarding] = useState(false);
  useLayoutEffect(() => {
    if (!isStoredHere) return;
    heading.current?.focus();
    // The form above its button has disappeared, and the focus may leave the buttons below the heading out of view.
    heading.current?.parentElement?.scrollIntoView({ block: 'center' });
  }, [isStoredHere]);
  const { state, hasLostPhotos } = item;
  const Heading = `h${headingLevel}` as const;
  const isSent = state.is === 'sent';
  const isAsked = isDiscarding || editing.askedId === item.id;
  useLayoutEffect(() => {
    // The button that was pressed has disappeared.
    if (isSent && isPressed.current && hasLostFocus()) heading.current?.focus();
  }, [isSent]);
  return (
    <div className="sw-waiting-item">
      <Heading className="sw-waiting-title" tabIndex={-1} ref={heading}>
        {/* A browser that translates the page replaces texts, which React then could not remove. */}
        <span key={state.is}>
          <EnquirySentence item={item} text={text} />
        </span>
      </Heading>
      {isSent && state.reference && (
        <p className="sw-waiting-note">{text('thank-you.reference', { reference: state.reference })}</p>
      )}
      {locale !== undefined && !isSent && <StoredAt item={item} locale={locale} />}
      {state.is === 'waiting' && !isAsked && <WaitingNote id={item.id} list={list} text={text} />}
      {hasLostPhotos && <p className="sw-waiting-note">{text('send-later.photos-left-out')}</p>}
      {!isSent && isAsked && (
        <Question
          question={text(isDiscarding ? 'send-later.discard-question' : 'send-later.replace-question')}
          yes={text(isDiscarding ? 'send-later.discard' : 'send-later.edit')}
          no={text(isDiscarding ? 'send-later.keep-waiting' : 'send-later.keep-entered')}
          onAnswer={(isYes) => {
            if (!isYes) heading.current?.focus();
            if (!isDiscarding) editing.answer(item, isYes);
            else if (isYes) onDiscard();
            setIsDiscarding(false);
          }}
        />
      )}
      {!isSent && !isAsked && (
        <div className="sw-later-actions">
          <SendButton
            list={list}
            isPrimary={isStoredHere}
            onSend={() => {
              isPressed.current = true;
              void list.send(item.id);
            }}
            text={text}
          />
          <button
            type="button"
            className="sw-button sw-button--quiet"
            onClick={() => {
              isPressed.current = true;
              editing.edit(item);
            }}
          >
            {text('send-later.edit')}
          </button>
          <button
            type="button"
            className="sw-button sw-button--quiet"
            onClick={() => {
              isPressed.current = true;
              setIsDiscarding(true);
            }}
          >
            {text('send-later.discard')}
          </button>
        </div>
      )}
    </div>
  );
}

interface SendButtonProps {
  readonly list: WaitingList;
  readonly isPrimary?: boolean;
  readonly onSend: () => void;
  readonly text: TextFormatter;
}

/** Renders a button that sends what waits. Does nothing while something is being sent. */
export function SendButton({ list, isPrimary = false, onSend, text }: SendButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={`sw-button${isPrimary ? ' sw-button--primary' : ''}${list.isSending ? ' sw-button--busy' : ''}`}
      aria-disabled={list.isSending || undefined}
      onClick={() => !list.isSending && onSend()}
    >
      {text('send-later.send-now')}
    </button>
  );
}

/** Renders when an enquiry is sent; after an attempt in vain, why it still waits. */
function WaitingNote({
  id,
  list,
  text,
}: {
  readonly id: string;
  readonly list: WaitingList;
  readonly text: TextFormatter;
}): ReactNode {
  const isInBackground = useIsInBackground();
  if (list.isSending) return <p className="sw-waiting-note">{text('send-later.sending')}</p>;
  const reason = list.reasons.get(id);
  return (
    <p className="sw-waiting-note">
      {reason === undefined
        ? text(isInBackground ? 'send-later.in-background' : 'send-later.on-return')
        : describeReason(reason, text)}
    </p>
  );
}

/** Asks the visitor something. The question has the focus, unless the visitor is typing. */
function Question({
  question,
  yes,
  no,
  onAnswer,
}: {
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  readonly onAnswer: (isYes: boolean) => void;
}): ReactNode {
  const sentence = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!getFocusedElement()?.matches('input, select, textarea')) sentence.current?.focus();
  }, []);
  return (
    <>
      {/* A screen reader would read a paragraph that gets the focus in Chromium twice. */}
      <div className="sw-waiting-question" tabIndex={-1} ref={sentence}>
        {question}
      </div>
      <div className="sw-later-actions">
        <button type="button" className="sw-button" onClick={() => onAnswer(true)}>
          {yes}
        </button>
        <button type="button" className="sw-button sw-button--quiet" onClick={() => onAnswer(false)}>
          {no}
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

/** Returns the sentence about an attempt to send in vain. */
export function describeReason(reason: WaitingReason, text: TextFormatter): string {
  return text(reason === 'busy' ? 'send-later.not-now' : 'send-later.still-unreachable');
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

/** Returns true if the element that had the focus was removed. */
function hasLostFocus(): boolean {
  const focused = getFocusedElement();
  return focused === null || focused === document.body;
}
