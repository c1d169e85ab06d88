import { type ReactNode, useState } from 'react';
import { type AskedField, AskForm } from '../ask/ask-form.tsx';
import { useStudio } from '../context.ts';
import { EndsTokens } from '../door/ends-tokens.tsx';
import { newPasswordField } from '../door/password-field.ts';
import { useDoor } from '../door/use-door.ts';
import type { Me, MeRequest, PasswordRequest } from '../protocol-people.ts';
import { attempt, type Trouble } from '../request.ts';
import type { Say } from '../words.ts';

/**
 * The person's name and mail address. A new address needs the password, because password resets are sent to
 * it.
 */
export function Profile(): ReactNode {
  const { say, me, refreshMe, announce } = useStudio();
  const [isAsking, setIsAsking] = useState(false);
  async function submit(body: MeRequest): Promise<Trouble | undefined> {
    const outcome = await attempt<Me>('me', { method: 'POST', body });
    const isAsked = !outcome.isDone && outcome.trouble.error === 'wrong-password' && !isAsking;
    setIsAsking(!outcome.isDone && (isAsking || isAsked));
    if (isAsked) return undefined;
    if (!outcome.isDone) return outcome.trouble;
    await refreshMe();
    announce(say('account.saved'));
    return undefined;
  }
  const asked = {
    ...ownPasswordField('password', say('account.password.current'), say),
    ...{ hint: say('account.email-asks'), isFirst: true },
  };
  return (
    <AskForm<'name' | 'email' | 'password'>
      say={say}
      fields={[
        {
          ...{ name: 'name', label: say('sign-in.name'), autoComplete: 'username', value: me.name },
          ...{ maxLength: 60, missing: say('sign-in.name-missing'), troubles: ['name-taken'] },
          hint: say('account.name-hint'),
        },
        {
          ...{ name: 'email', label: say('email'), kind: 'email', autoComplete: 'email' },
          ...{ value: me.email ?? '', hint: say('email.hint'), troubles: ['mail-taken'] },
        },
        ...(isAsking ? [asked] : []),
      ]}
      submit={say('account.save')}
      onSubmit={({ name, email, password }) =>
        submit({ name: name.trim(), email: email.trim(), ...(isAsking && { password }) })
      }
    />
  );
}

export function Password(): ReactNode {
  const { say, me, announce } = useStudio();
  const door = useDoor();
  const [count, setCount] = useState(0);
  const [endsTokens, setEndsTokens] = useState(false);
  if (!me.hasPassword) return <p>{say('account.no-password')}</p>;
  async function submit(body: PasswordRequest): Promise<Trouble | undefined> {
    const outcome = await attempt('me/password', { method: 'POST', body });
    if (!outcome.isDone) return outcome.trouble;
    announce(say('account.password.changed'));
    setCount(count + 1);
    setEndsTokens(false);
    return undefined;
  }
  return (
    <>
      {count > 0 && <p className="st-done">{say('account.password.changed')}</p>}
      {door && (
        <AskForm
          key={count}
          say={say}
          fields={[
            ownPasswordField('current', say('account.password.current'), say),
            newPasswordField('password', { label: say('reset.password'), say, door }),
          ]}
          submit={say('account.password.change')}
          onSubmit={(given) => submit({ ...given, endsTokens })}
        >
          <EndsTokens say={say} isChosen={endsTokens} onChoose={setEndsTokens} />
        </AskForm>
      )}
    </>
  );
}

/** Returns the field for the current password, which an action needs in addition to the session. */
export function ownPasswordField<Name extends string>(name: Name, label: string, say: Say): AskedField<Name> {
  return {
    ...{ name, label, kind: 'password', autoComplete: 'current-password' },
    ...{ missing: say('sign-in.password-missing'), troubles: ['wrong-password'] },
    wrong: say('account.password.wrong'),
  };
}
