import { type ReactNode, useState } from 'react';
import type { ResetRequest } from '../../api/people.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { RequestForm } from '../ui/ask/request-form.tsx';
import { AuthCard, EndedLink } from './auth-card.tsx';
import { EndTokensCheckbox } from './end-tokens-checkbox.tsx';
import type { LinkPageProps } from './link-page-props.ts';
import { getNewPasswordField } from './password-field.ts';

/**
 * Renders a form that sets a new password with the token of a link, and then shows the sign-in form. If the
 * link has ended or has no token, renders a notice.
 */
export function ResetPage({ say, authView, token, onSignIn }: LinkPageProps): ReactNode {
  const [isEnded, setIsEnded] = useState(token === '');
  // Preselected, because a person who resets the password may fear that somebody else knows it.
  const [endsTokens, setEndsTokens] = useState(true);
  /**
   * Sets the password. Returns the failure to show. Returns undefined after a success, and if the link has
   * ended: then the page shows that instead.
   */
  async function resetPassword(password: string): Promise<RequestFailure | undefined> {
    const body: ResetRequest = { word: token, password, endsTokens };
    const outcome = await tryRequest('reset', { method: 'POST', body });
    if (outcome.isDone) onSignIn(say('reset.done'));
    else if (outcome.trouble.error === 'link-ended') setIsEnded(true);
    else return outcome.trouble;
    return undefined;
  }
  if (isEnded)
    return (
      <EndedLink say={say} onSignIn={() => onSignIn()}>
        {say('reset.ended')}
      </EndedLink>
    );
  return (
    <AuthCard say={say} title={say('reset')}>
      <p>{say('reset.text')}</p>
      <RequestForm
        say={say}
        fields={[getNewPasswordField('password', { label: say('reset.password'), say, door: authView })]}
        submit={say('reset.submit')}
        onSubmit={({ password }) => resetPassword(password)}
      >
        <EndTokensCheckbox say={say} isChosen={endsTokens} onChoose={setEndsTokens} />
      </RequestForm>
    </AuthCard>
  );
}
