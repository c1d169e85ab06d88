import { type ReactNode, useId, useState } from 'react';
import type { AccessScope, InvitationRequest, LinkAnswer } from '../../../api/people.ts';
import { useStudio } from '../../draft/context.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { RequestForm } from '../../ui/ask/request-form.tsx';
import { LinkToPassOn } from './link-to-pass-on.tsx';
import { hasEmptyLimit, ScopeFields } from './scope-fields.tsx';

/**
 * Renders a form that invites a person by mail, with a role and limits. If the server could not mail the
 * invitation, the link is shown instead.
 */
export function InviteForm({
  onInvited,
  onClose,
}: {
  readonly onInvited: () => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const id = useId();
  const [reach, setReach] = useState<AccessScope>({ role: 'editor' });
  const [answer, setAnswer] = useState<LinkAnswer>();
  /**
   * Creates the invitation and reports it. Then announces it and closes the form, or shows the link if it was
   * not mailed. Returns the failure to show; undefined if it succeeded.
   */
  async function invitePerson(email: string): Promise<RequestFailure | undefined> {
    if (hasEmptyLimit(reach)) return { error: 'nothing-ticked' };
    const body: InvitationRequest = { ...reach, email };
    const outcome = await tryRequest<LinkAnswer>('invitations', { method: 'POST', body });
    if (!outcome.isDone) return outcome.trouble;
    await onInvited();
    if (outcome.answer.link === undefined) {
      announce(say('people.invited', { email }));
      onClose();
    } else setAnswer(outcome.answer);
    return undefined;
  }
  if (answer) return <LinkToPassOn answer={answer} title={say('people.link')} onDone={onClose} />;
  return (
    <section
      className="st-form-card"
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <h2 id={id}>{say('people.invite')}</h2>
      <RequestForm
        say={say}
        fields={[
          {
            name: 'email',
            label: say('email'),
            kind: 'email',
            autoComplete: 'off',
            missing: say('people.email-missing'),
            troubles: ['mail-taken'],
            isFirst: true,
          },
        ]}
        submit={say('people.invite-now')}
        onSubmit={({ email }) => invitePerson(email.trim())}
        beside={
          <button type="button" className="st-button st-button--plain" onClick={onClose}>
            {say('cancel')}
          </button>
        }
      >
        <ScopeFields reach={reach} onChange={setReach} />
      </RequestForm>
    </section>
  );
}
