import { type ReactNode, useId, useState } from 'react';
import type { InboxRowView } from '../../../api/inbox.ts';
import type { SignedInPerson } from '../../../api/people.ts';
import { hasEnquiryRight } from '../../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../../draft/context.ts';
import type { RequestFailure } from '../../ui/ask/request.ts';
import { RequestForm } from '../../ui/ask/request-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isolateBidi } from '../../ui/isolate-bidi.ts';
import { getReasonField, sendBlock } from './block-list.tsx';

/**
 * Returns true if the person may see and change the block list: it has effect on the enquiries of all types and
 * sites.
 */
export function canBlock(me: SignedInPerson): boolean {
  const isLimited = me.types !== undefined || me.sites !== undefined;
  return hasEnquiryRight(me, 'handle') && !isLimited;
}

/**
 * Renders a button that opens a dialog, in which the sender's address or its whole domain is blocked. Renders
 * nothing if the person may not do it, the visitor gave no address, or the sender is blocked already.
 */
export function BlockSender({
  row: { email, reference, suspicion },
  onBlocked,
}: {
  readonly row: Pick<InboxRowView, 'email' | 'reference' | 'suspicion'>;
  readonly onBlocked?: () => void;
}): ReactNode {
  const { say, me, announce } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  const [kind, setKind] = useState<'address' | 'domain'>('address');
  const group = useId();
  const isBlocked = suspicion?.startsWith('blocked-address') || suspicion?.startsWith('blocked-domain');
  if (email === undefined || isBlocked || !canBlock(me)) return null;
  const values = { address: email, domain: email.slice(email.lastIndexOf('@') + 1) };
  const closeDialog = () => setIsOpen(false);
  /** Blocks the chosen value, announces this and closes the dialog. Returns the failure. */
  async function blockSender(reason: string): Promise<RequestFailure | undefined> {
    const value = values[kind];
    const failure = await sendBlock({ kind, value, reason });
    if (failure && failure.error !== 'block-known') return failure;
    closeDialog();
    announce(say('blocks.added', { value: isolateBidi(value) }));
    onBlocked?.();
    return undefined;
  }
  const question = say('blocks.sender-what');
  return (
    <>
      <button
        type="button"
        className="st-button"
        aria-label={say('blocks.sender-of', { reference })}
        onClick={() => setIsOpen(true)}
      >
        {say('blocks.sender')}
      </button>
      {isOpen && (
        <Dialog label={question} onClose={closeDialog}>
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
              <button type="button" className="st-button st-button--plain" onClick={closeDialog}>
                {say('cancel')}
              </button>
            }
          />
        </Dialog>
      )}
    </>
  );
}
