import type { AuthView } from '../../api/people.ts';
import type { RequestField } from '../ui/ask/request-form.tsx';
import type { FormatMessage } from '../ui/messages.ts';

/**
 * Returns the definition of a required form field for a new password. Its hint names the minimum length; the
 * server checks it.
 */
export function getNewPasswordField<Name extends string>(
  name: Name,
  {
    label,
    say,
    door,
  }: {
    readonly label: string;
    readonly say: FormatMessage;
    /** The settings of the sign-in pages. */
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
