import type { AskedField } from '../ask/ask-form.tsx';
import type { DoorView } from '../protocol-people.ts';
import type { Say } from '../words.ts';

export function newPasswordField<Name extends string>(
  name: Name,
  {
    label,
    say,
    door,
  }: { readonly label: string; readonly say: Say; readonly door: Pick<DoorView, 'shortestPassword'> },
): AskedField<Name> {
  return {
    ...{ name, label, kind: 'password', autoComplete: 'new-password', troubles: ['weak-password'] },
    hint: say('password.hint', { count: door.shortestPassword }),
    missing: say('password.missing'),
  };
}
