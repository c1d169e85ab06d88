import { type ReactNode, useState } from 'react';
import type { InvitationView, LinkAnswer } from '../../../api/people.ts';
import { useStudio } from '../../draft/context.ts';
import { ConfirmButton } from '../../ui/ask/confirm-button.tsx';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { MomentText } from '../../ui/moment.tsx';
import { LinkToPassOn } from './link-to-pass-on.tsx';
import { ScopeText } from './scope-text.tsx';

/**
 * Renders the table row of a pending invitation, with buttons to send it again and to withdraw it. A damaged
 * invitation can only be withdrawn.
 */
export function InvitationRow({
  invitation,
  onChanged,
}: {
  readonly invitation: InvitationView;
  readonly onChanged: () => Promise<void>;
}): ReactNode {
  const { say, announce } = useStudio();
  const { id, email, by, expiresAt, isDamaged } = invitation;
  const [trouble, setTrouble] = useState<RequestFailure>();
  const [answer, setAnswer] = useState<LinkAnswer>();
  const [openedAt] = useState(Date.now);
  const path = `invitations/${encodeURIComponent(id)}`;

  /**
   * Sends the invitation again and reloads the list, also after a failure. Then announces it, shows the link
   * if it was not mailed, or shows the error.
   */
  async function sendAgain(): Promise<void> {
    const outcome = await tryRequest<LinkAnswer>(`${path}/again`, { method: 'POST', body: {} });
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (outcome.isDone && outcome.answer.link === undefined) announce(say('people.invited', { email }));
    else if (outcome.isDone) setAnswer(outcome.answer);
    await onChanged();
  }
  /**
   * Withdraws the invitation, reloads the list and announces it. Succeeds as well if the invitation no longer
   * exists. Returns the failure to show; undefined if it succeeded.
   */
  async function withdraw(): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest(path, { method: 'DELETE' });
    if (!outcome.isDone && outcome.trouble.error !== 'not-found') return outcome.trouble;
    await onChanged();
    announce(say('people.taken-back', { email }));
    return undefined;
  }

  return (
    <>
      <tr>
        <th scope="row">
          <bdi dir="ltr">{email}</bdi>
          {!isDamaged && <span className="st-quiet st-block">{say('people.invited-by', { name: by })}</span>}
        </th>
        <td data-label={say('role')}>{!isDamaged && <ScopeText reach={invitation} />}</td>
        <td />
        <td data-label={say('forms.state')}>
          {isDamaged ? (
            <span className="st-state">{say('damaged')}</span>
          ) : (
            <span className="st-state st-state--changed">
              {say(expiresAt < openedAt ? 'people.expired' : 'people.waiting')}
            </span>
          )}
          <span className="st-quiet st-block">
            {say('tokens.until')} <MomentText at={expiresAt} />
          </span>
        </td>
        <td>
          <div className="st-actions">
            {!isDamaged && (
              <button
                type="button"
                className="st-button"
                aria-label={say('people.again-for', { email })}
                onClick={() => void sendAgain()}
              >
                {say('people.again')}
              </button>
            )}
            <ConfirmButton
              label={say('people.take-back')}
              name={say('people.take-back-of', { email })}
              question={say('people.take-back-what', { email })}
              onConfirm={withdraw}
            >
              <p>{say('people.take-back-text')}</p>
            </ConfirmButton>
          </div>
          {trouble && (
            <p className="st-problem" role="alert">
              {formatRequestFailure(trouble, say)}
            </p>
          )}
        </td>
      </tr>
      {answer && (
        <tr>
          <td colSpan={5}>
            <LinkToPassOn answer={answer} title={say('people.link')} onDone={() => setAnswer(undefined)} />
          </td>
        </tr>
      )}
    </>
  );
}
