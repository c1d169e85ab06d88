import { type FormEvent, type ReactNode, useState } from 'react';
import type { AccessScope, AccessScopeRequest, LinkAnswer, PersonView } from '../../../api/people.ts';
import { useStudio } from '../../draft/context.ts';
import { ConfirmButton } from '../../ui/ask/confirm-button.tsx';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { SessionList } from '../account/sessions.tsx';
import { LinkToPassOn } from './link-to-pass-on.tsx';
import { hasEmptyLimit, ScopeFields } from './scope-fields.tsx';

/**
 * Renders the form for a person's role and limits, their sessions, and the buttons that reset the password,
 * remove the second factor and remove the account. The first two are not offered for the own account.
 */
export function PersonEditor({
  person,
  onChanged,
  onClose,
}: {
  readonly person: PersonView;
  /** Loads the people again after a change. */
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  const { say, announce, refreshMe } = useStudio();
  const { id, name, isMe } = person;
  const path = `people/${encodeURIComponent(id)}`;
  const [reach, setReach] = useState<AccessScope>(() => toAccessScope(person));
  const [trouble, setTrouble] = useState<RequestFailure>();
  const [answer, setAnswer] = useState<LinkAnswer>();
  const [isSessionsOpen, setIsSessionsOpen] = useState(false);

  /**
   * Saves the role and the limits and closes the editor; or shows the failure. A limit to nothing is refused
   * here.
   */
  async function saveScope(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (hasEmptyLimit(reach)) return setTrouble({ error: 'nothing-ticked' });
    const body: AccessScopeRequest = reach;
    const outcome = await tryRequest(`${path}/reach`, { method: 'POST', body });
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return;
    announce(say('people.changed', { name, role: say(`role.${reach.role}`) }));
    if (isMe) await refreshMe();
    await onChanged();
    onClose();
  }
  /**
   * Removes the account of the person. Succeeds if it no longer exists. People who remove themselves leave
   * the page. Returns any other failure.
   */
  async function removePerson(): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest(path, { method: 'DELETE' });
    if (!outcome.isDone && outcome.trouble.error !== 'not-found') return outcome.trouble;
    // People who remove themselves are signed out.
    if (isMe) location.assign('/studio');
    announce(say('people.removed', { name }));
    await onChanged();
    return undefined;
  }
  /** Removes the second factor of the person and announces it. Returns the failure if the request failed. */
  async function removeSecondFactor(): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest(`${path}/remove-second-factor`, { method: 'POST', body: {} });
    if (!outcome.isDone) return outcome.trouble;
    announce(say('factor.removed'));
    await onChanged();
    return undefined;
  }
  /**
   * Requests a link to reset the password, and announces that it was mailed or that the request failed. If it
   * was not mailed, shows the link.
   */
  async function sendResetLink(): Promise<void> {
    const outcome = await tryRequest<LinkAnswer>(`${path}/reset`, { method: 'POST', body: {} });
    if (!outcome.isDone) announce(formatRequestFailure(outcome.trouble, say));
    else if (outcome.answer.link === undefined) announce(say('people.reset-sent', { name }));
    else setAnswer(outcome.answer);
  }

  return (
    <div className="st-person st-stack-4">
      <form className="st-ask" onSubmit={(event) => void saveScope(event)}>
        <ScopeFields reach={reach} onChange={setReach} />
        {trouble && (
          <p className="st-problem" role="alert">
            {formatRequestFailure(trouble, say)}
          </p>
        )}
        <div className="st-ask-end">
          <button type="submit" className="st-button st-button--primary">
            {say('people.save')}
          </button>
          <button type="button" className="st-button st-button--plain" onClick={onClose}>
            {say('cancel')}
          </button>
        </div>
      </form>
      <details onToggle={(event) => setIsSessionsOpen(event.currentTarget.open)}>
        <summary>{say('sessions')}</summary>
        {isSessionsOpen && <SessionList path={`${path}/sessions`} />}
      </details>
      {answer && (
        <LinkToPassOn answer={answer} title={say('people.reset-link')} onDone={() => setAnswer(undefined)} />
      )}
      <div className="st-ask-end">
        {!isMe && (
          <button type="button" className="st-button" onClick={() => void sendResetLink()}>
            {say('people.reset')}
          </button>
        )}
        {person.hasSecondFactor && !isMe && (
          <ConfirmButton
            label={say('people.remove-factor')}
            question={say('people.remove-factor-what', { name })}
            onConfirm={removeSecondFactor}
          >
            <p>{say('people.remove-factor-text')}</p>
          </ConfirmButton>
        )}
        <ConfirmButton
          label={say('people.remove')}
          name={say('people.remove-of', { name })}
          question={say('people.remove-what', { name })}
          onConfirm={removePerson}
        >
          <p>{say('people.remove-text')}</p>
        </ConfirmButton>
      </div>
    </div>
  );
}

/** Returns the role, the right for enquiries and the limits of a person. */
function toAccessScope({ role, enquiries, types, sites }: PersonView): AccessScope {
  return { role, ...(enquiries && { enquiries }), ...(types && { types }), ...(sites && { sites }) };
}
