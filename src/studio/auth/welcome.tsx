import { type ReactNode, useState } from 'react';
import type { SignedInAnswer, WelcomeRequest } from '../../api/people.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { RequestForm } from '../ui/ask/request-form.tsx';
import { AuthCard, EndedLink } from './auth-card.tsx';
import type { LinkPageProps } from './link-page-props.ts';
import { getNewPasswordField } from './password-field.ts';

/**
 * Renders a form that creates the first owner and signs them in. The server prints the link to it until there
 * is an owner. If the link has ended or has no token, renders a notice.
 */
export function WelcomePage({ say, authView, token, onSignedIn, onSignIn }: LinkPageProps): ReactNode {
  const [isEnded, setIsEnded] = useState(token === '');
  /**
   * Creates the owner, without an address if `email` is empty, and signs them in. Returns the failure to
   * show. Returns undefined after a success, and if the link has ended: then the page shows that instead.
   */
  async function createOwner({
    name,
    email,
    password,
  }: Required<Omit<WelcomeRequest, 'word'>>): Promise<RequestFailure | undefined> {
    const body: WelcomeRequest = { word: token, name, password, ...(email !== '' && { email }) };
    const outcome = await tryRequest<SignedInAnswer>('welcome', { method: 'POST', body });
    if (outcome.isDone) onSignedIn();
    else if (outcome.trouble.error === 'link-ended') setIsEnded(true);
    else return outcome.trouble;
    return undefined;
  }
  if (isEnded)
    return (
      <EndedLink say={say} onSignIn={() => onSignIn()}>
        {say('welcome.ended')}
      </EndedLink>
    );
  return (
    <AuthCard say={say} title={say('welcome')}>
      <p>{say('welcome.text')}</p>
      <RequestForm
        say={say}
        fields={[
          {
            name: 'name',
            label: say('sign-in.name'),
            autoComplete: 'username',
            value: 'owner',
            maxLength: 60,
            missing: say('sign-in.name-missing'),
            troubles: ['name-taken'],
          },
          {
            name: 'email',
            label: say('email'),
            kind: 'email',
            autoComplete: 'email',
            hint: say('email.hint'),
            troubles: ['mail-taken'],
          },
          getNewPasswordField('password', { label: say('sign-in.password'), say, door: authView }),
        ]}
        submit={say('welcome.submit')}
        onSubmit={({ name, email, password }) =>
          createOwner({ name: name.trim(), email: email.trim(), password })
        }
      />
    </AuthCard>
  );
}
