import { type ReactNode, useState } from 'react';
import type { MeRequest, PasswordRequest, SignedInPerson } from '../../../api/people.ts';
import { EndTokensCheckbox } from '../../auth/end-tokens-checkbox.tsx';
import { getNewPasswordField } from '../../auth/password-field.ts';
import { useAuthView } from '../../auth/use-auth-view.ts';
import { useStudio } from '../../draft/context.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { type RequestField, RequestForm } from '../../ui/ask/request-form.tsx';
import type { FormatMessage } from '../../ui/messages.ts';

/**
 * Renders the form for the person's own name and mail address. A new mail address requires the password,
 * because password resets are sent to it.
 */
export function ProfileSettings(): ReactNode {
  const { say, me, refreshMe, announce } = useStudio();
  const [isAsking, setIsAsking] = useState(false);
  /**
   * Saves the profile and announces this to screen readers. Returns the failure. If the request needs the
   * password and none was requested yet, shows the field for it and returns undefined.
   */
  async function saveProfile(body: MeRequest): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest<SignedInPerson>('me', { method: 'POST', body });
    const isAsked = !outcome.isDone && outcome.trouble.error === 'wrong-password' && !isAsking;
    setIsAsking(!outcome.isDone && (isAsking || isAsked));
    if (isAsked) return undefined;
    if (!outcome.isDone) return outcome.trouble;
    await refreshMe();
    announce(say('account.saved'));
    return undefined;
  }
  const passwordField = {
    ...getOwnPasswordField('password', say('account.password.current'), say),
    hint: say('account.email-asks'),
    isFirst: true,
  };
  return (
    <RequestForm<'name' | 'email' | 'password'>
      say={say}
      fields={[
        {
          name: 'name',
          label: say('sign-in.name'),
          autoComplete: 'username',
          value: me.name,
          maxLength: 60,
          missing: say('sign-in.name-missing'),
          troubles: ['name-taken'],
          hint: say('account.name-hint'),
        },
        {
          name: 'email',
          label: say('email'),
          kind: 'email',
          autoComplete: 'email',
          value: me.email ?? '',
          hint: say('email.hint'),
          troubles: ['mail-taken'],
        },
        ...(isAsking ? [passwordField] : []),
      ]}
      submit={say('account.save')}
      onSubmit={({ name, email, password }) =>
        saveProfile({ name: name.trim(), email: email.trim(), ...(isAsking && { password }) })
      }
    />
  );
}

/**
 * Renders the form for a new password, or a message if the person signs in without one. Without the settings
 * of the sign-in pages, which are loaded, no form is shown.
 */
export function PasswordSettings(): ReactNode {
  const { say, me, announce } = useStudio();
  const authView = useAuthView();
  const [count, setCount] = useState(0);
  const [endsTokens, setEndsTokens] = useState(false);
  if (!me.hasPassword) return <p>{say('account.no-password')}</p>;
  /**
   * Changes the password, announces this and empties the form. Returns the failure, such as a wrong password.
   */
  async function changePassword(body: PasswordRequest): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest('me/password', { method: 'POST', body });
    if (!outcome.isDone) return outcome.trouble;
    announce(say('account.password.changed'));
    setCount(count + 1);
    setEndsTokens(false);
    return undefined;
  }
  return (
    <>
      {count > 0 && <p className="st-done">{say('account.password.changed')}</p>}
      {authView && (
        <RequestForm
          key={count}
          say={say}
          fields={[
            getOwnPasswordField('current', say('account.password.current'), say),
            getNewPasswordField('password', { label: say('reset.password'), say, door: authView }),
          ]}
          submit={say('account.password.change')}
          onSubmit={(given) => changePassword({ ...given, endsTokens })}
        >
          <EndTokensCheckbox say={say} isChosen={endsTokens} onChoose={setEndsTokens} />
        </RequestForm>
      )}
    </>
  );
}

/**
 * Returns the field for the current password, which an action needs in addition to the session.
 * @param name The key of the field in the values that the form submits.
 */
export function getOwnPasswordField<Name extends string>(
  name: Name,
  label: string,
  say: FormatMessage,
): RequestField<Name> {
  return {
    name,
    label,
    kind: 'password',
    autoComplete: 'current-password',
    missing: say('sign-in.password-missing'),
    troubles: ['wrong-password'],
    wrong: say('account.password.wrong'),
  };
}
