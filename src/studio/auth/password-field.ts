import type { RequestField } from '../ask/request-form.tsx';
import type { FormatMessage } from '../messages.ts';
import type { AuthView } from '../protocol-people.ts';

/** Returns the form field for a new password. Its hint names the minimum length. */
export function getNewPasswordField<Name extends string>(
  name: Name,
  {
    label,
    say,
    door,
  }: {
    readonly label: string;
    readonly say: FormatMessage;
    readonly door: Pick<AuthView, 'shortestPassword'>;
  },
): RequestField<Name> {
  return {
    name,
    label,
    kind: 'password',
    autoComplete: 'new-password',
    troubles: ['weak-password'],
    hint: say('password.hint', { count: door.shortestPassword }),
    missing: say('password.missing'),
  };
}
