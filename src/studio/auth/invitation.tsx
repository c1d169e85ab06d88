import { type ReactNode, useEffect, useState } from 'react';
import type { AcceptInvitationRequest, OfferedInvitation, SignedInAnswer } from '../../api/people.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { RequestForm } from '../ui/ask/request-form.tsx';
import { AuthCard, EndedLink } from './auth-card.tsx';
import type { LinkPageProps } from './link-page-props.ts';
import { getNewPasswordField } from './password-field.ts';

type InvitationState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'offered'; readonly invitation: OfferedInvitation }
  | { readonly kind: 'trouble'; readonly trouble: RequestFailure };

/**
 * Loads the invitation that belongs to the token of a link, and renders it with a form to accept it. Renders
 * a notice if the link has ended or has no token, and an error if the invitation could not be loaded.
 */
export function InvitationPage({ say, authView, token, onSignedIn, onSignIn }: LinkPageProps): ReactNode {
  const [offered, setOffered] = useState<InvitationState>({ kind: token === '' ? 'ended' : 'loading' });
  // Accepting signs out a person who is already signed in in this browser.
  const { me: other } = authView;
  useEffect(() => {
    if (token === '') return;
    void tryRequest<OfferedInvitation>('invitation', { method: 'POST', body: { word: token } }).then(
      (outcome) => {
        if (outcome.isDone) setOffered({ kind: 'offered', invitation: outcome.answer });
        else setOffered(toFailedState(outcome.trouble));
      },
    );
  }, [token]);

  /**
   * Accepts the invitation and signs the person in. Returns the failure to show. Returns undefined after a
   * success, and if the link has ended: then the page shows that instead.
   */
  async function acceptInvitation(
    values: Omit<AcceptInvitationRequest, 'word'>,
  ): Promise<RequestFailure | undefined> {
    const body: AcceptInvitationRequest = { ...values, word: token };
    const outcome = await tryRequest<SignedInAnswer>('invitation/accept', { method: 'POST', body });
    if (outcome.isDone) onSignedIn();
    else if (outcome.trouble.error === 'link-ended') setOffered({ kind: 'ended' });
    else return outcome.trouble;
    return undefined;
  }

  if (offered.kind === 'loading') return <p className="st-quiet">{say('loading')}</p>;
  if (offered.kind === 'ended')
    return (
      <EndedLink say={say} onSignIn={() => onSignIn()}>
        {say('invitation.ended')}
      </EndedLink>
    );
  if (offered.kind === 'trouble')
    return (
      <AuthCard say={say} title={say('invitation')}>
        <p className="st-problem" role="alert">
          {formatRequestFailure(offered.trouble, say)}
        </p>
      </AuthCard>
    );
  const { by, role, email, names } = offered.invitation;
  return (
    <AuthCard say={say} title={say('invitation')}>
      <p>{say('invitation.text', { by, role: say(`role.${role}`) })}</p>
      <p className="st-hint">{say(`role.${role}.may`)}</p>
      {names.types && <p className="st-hint">{say('reach.types', { names: names.types.join(', ') })}</p>}
      {names.sites && <p className="st-hint">{say('reach.sites', { names: names.sites.join(', ') })}</p>}
      {other && (
        <p className="st-notice st-notice--warning">{say('invitation.other', { name: other.name })}</p>
      )}
      <RequestForm
        say={say}
        fields={[
          {
            name: 'name',
            label: say('sign-in.name'),
            autoComplete: 'username',
            maxLength: 60,
            hint: say('invitation.name-hint', { email }),
            missing: say('sign-in.name-missing'),
            troubles: ['name-taken'],
          },
          getNewPasswordField('password', { label: say('sign-in.password'), say, door: authView }),
        ]}
        submit={say('invitation.accept')}
        onSubmit={({ name, password }) => acceptInvitation({ name: name.trim(), password })}
      />
      {authView.provider !== undefined && (
        <>
          <a className="st-button st-provider" href="/studio/oidc/start?to=%2Fstudio">
            {say('sign-in.provider', { provider: authView.provider })}
          </a>
          <p className="st-hint">{say('invitation.provider-hint', { email })}</p>
        </>
      )}
    </AuthCard>
  );
}

/** Returns the state after loading failed: `ended` if the link has ended, else `trouble`. */
function toFailedState(trouble: RequestFailure): InvitationState {
  return trouble.error === 'link-ended' ? { kind: 'ended' } : { kind: 'trouble', trouble };
}
