import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { InboxRowView } from '../../../api/inbox.ts';
import type { SignedInPerson } from '../../../api/people.ts';
import { hasEnquiryRight } from '../../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../../draft/context.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import type { RequestFailure } from '../../ui/ask/request.ts';
import { RequestForm } from '../../ui/ask/request-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isolateBidi } from '../../ui/isolate-bidi.ts';
import { getReasonField, removeBlock, sendBlock } from './block-list.tsx';

/**
 * Returns true if the person may see and change the block list: it has effect on the enquiries of all types and
 * sites.
 */
export function canBlock(me: SignedInPerson): boolean {
  const isLimited = me.types !== undefined || me.sites !== undefined;
  return hasEnquiryRight(me, 'handle') && !isLimited;
}

/**
 * Renders a button that opens a dialog, in which the sender's address or its whole domain is blocked. A sender who
 * is blocked has a notice with a button that ends that. Renders nothing if the person may not do it, or the visitor
 * gave no address.
 */
export function BlockSender({
  row,
  onChanged,
}: {
  readonly row: Pick<InboxRowView, 'email' | 'reference' | 'block' | 'suspicion'>;
  /** Loads the enquiry again after the block list was changed. */
  readonly onChanged: () => Promise<void>;
}): ReactNode {
  const { say, me, announce } = useStudio();
  const place = useRef<HTMLDivElement>(null);
  /** True or false after a change, until the sender is shown as blocked or not. */
  const awaited = useRef<boolean>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const [isNew, setIsNew] = useState(false);
  const { email, reference, block } = row;
  const isBlocked = block !== undefined;
  // The button that was pressed is replaced, and the dialog has to be closed before another one can have the focus.
  useLayoutEffect(() => {
    if (isOpen || awaited.current !== isBlocked) return;
    awaited.current = undefined;
    place.current?.querySelector('button')?.focus();
  }, [isOpen, isBlocked]);
  if (email === undefined || !canBlock(me)) return null;
  /** Loads the enquiry and announces what was done. The button that is shown then gets the focus. */
  async function finish(text: string): Promise<void> {
    awaited.current = !isBlocked;
    await onChanged();
    setIsOpen(false);
    setIsNew(true);
    announce(text);
  }
  return (
    <div ref={place}>
      {block ? (
        <BlockedSender row={row} block={block} isNew={isNew} onRemoved={finish} />
      ) : (
        <button
          type="button"
          className="st-button"
          aria-label={say('blocks.sender-of', { reference })}
          onClick={() => setIsOpen(true)}
        >
          {say('blocks.sender')}
        </button>
      )}
      {isOpen && <BlockDialog email={email} onBlocked={finish} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** Renders that a sender is blocked, with a button that removes the entry from the block list. */
function BlockedSender({
  row: { suspicion },
  block: { id, value },
  isNew,
  onRemoved,
}: {
  readonly row: Pick<InboxRowView, 'suspicion'>;
  readonly block: NonNullable<InboxRowView['block']>;
  /** True if the sender was blocked here just now. */
  readonly isNew: boolean;
  readonly onRemoved: (text: string) => Promise<void>;
}): ReactNode {
  const { say } = useStudio();
  // The reason for which the enquiry is in Spam says the same beside the button.
  const isRepeated = suspicion?.startsWith('blocked-') && suspicion.endsWith(` ${value}`);
  const sentence = useId();
  const [trouble, setTrouble] = useState<RequestFailure>();
  async function unblockSender(): Promise<void> {
    const failure = await removeBlock(id);
    setTrouble(failure);
    if (!failure) await onRemoved(say('blocks.removed', { value: isolateBidi(value) }));
  }
  return (
    <div className="st-wrap st-center">
      <span id={sentence} className={isRepeated ? 'st-visually-hidden' : 'st-breaks'}>
        {say('blocks.added', { value: isolateBidi(value) })}
      </span>
      <button
        type="button"
        className="st-button"
        aria-describedby={sentence}
        onClick={() => void unblockSender()}
      >
        {say(isNew ? 'undo' : 'blocks.unblock')}
      </button>
      {trouble && (
        <span className="st-problem" role="alert">
          {formatRequestFailure(trouble, say)}
        </span>
      )}
    </div>
  );
}

/** Renders the dialog in which a sender, or everybody of the same domain, is blocked. */
function BlockDialog({
  email,
  onBlocked,
  onClose,
}: {
  readonly email: string;
  readonly onBlocked: (text: string) => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  const { say } = useStudio();
  const [kind, setKind] = useState<'address' | 'domain'>('address');
  const group = useId();
  const values = { address: email, domain: email.slice(email.lastIndexOf('@') + 1) };
  /** Blocks the chosen value. Returns the failure; a value that is on the list already is none. */
  async function blockSender(reason: string): Promise<RequestFailure | undefined> {
    const value = values[kind];
    const failure = await sendBlock({ kind, value, reason });
    if (failure && failure.error !== 'block-known') return failure;
    await onBlocked(say('blocks.added', { value: isolateBidi(value) }));
    return undefined;
  }
  const question = say('blocks.sender-what');
  return (
    <Dialog label={question} onClose={onClose}>
      <h2>{question}</h2>
      <p>{say('blocks.sender-text')}</p>
      <fieldset className="st-fieldset st-stack-2 st-start">
        <legend className="st-visually-hidden">{say('blocks.what')}</legend>
        {(['address', 'domain'] as const).map((one) => (
          <label key={one} className="st-tick">
            <input type="radio" name={group} checked={kind === one} onChange={() => setKind(one)} />
            <span>
              {say(`blocks.sender.${one}`)} <bdi dir="ltr">{values[one]}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
      <RequestForm
        say={say}
        fields={[getReasonField({}, say)]}
        submit={say('blocks.sender')}
        onSubmit={({ reason }) => blockSender(reason.trim())}
        beside={
          <button type="button" className="st-button st-button--plain" onClick={onClose}>
            {say('cancel')}
          </button>
        }
      />
    </Dialog>
  );
}
