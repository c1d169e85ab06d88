import { type ReactNode, useState } from 'react';
import { AskForm } from '../ask/ask-form.tsx';
import type { ResetRequest } from '../protocol-people.ts';
import { attempt, type Trouble } from '../request.ts';
import type { LinkPageProps } from './door.tsx';
import { DoorCard, EndedLink } from './door-card.tsx';
import { EndsTokens } from './ends-tokens.tsx';
import { newPasswordField } from './password-field.ts';

export function Reset({ say, door, word, onSignIn }: LinkPageProps): ReactNode {
  const [isEnded, setIsEnded] = useState(word === '');
  // Preselected, because a person who resets the password may fear that somebody else knows it.
  const [endsTokens, setEndsTokens] = useState(true);
  async function submit(password: string): Promise<Trouble | undefined> {
    const body: ResetRequest = { word, password, endsTokens };
    const outcome = await attempt('reset', { method: 'POST', body });
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
    <DoorCard say={say} title={say('reset')}>
      <p>{say('reset.text')}</p>
      <AskForm
        say={say}
        fields={[newPasswordField('password', { label: say('reset.password'), say, door })]}
        submit={say('reset.submit')}
        onSubmit={({ password }) => submit(password)}
      >
        <EndsTokens say={say} isChosen={endsTokens} onChoose={setEndsTokens} />
      </AskForm>
    </DoorCard>
  );
}
