import type { Config } from '../../platform/config/config.ts';
import type { PeopleSettings } from '../../platform/config/settings.ts';
import { ownerName } from './first-owner.ts';
import { findPasswordFault, type PasswordFault } from './password-fault.ts';

/**
 * Returns the warnings to print about the configured password (`SLIPWAY_STUDIO_PASSWORD`): a password that
 * breaks the rules is accepted nevertheless. Empty if there is no password or nothing to warn about.
 */
export function findConfiguredPasswordWarnings(
  { studioPassword: password }: Pick<Config, 'studioPassword'>,
  settings: Pick<PeopleSettings, 'shortestPassword' | 'longestPassword'>,
): readonly string[] {
  if (password === undefined) return [];
  const messages: Readonly<Record<PasswordFault, string>> = {
    'too-short': `has fewer than ${settings.shortestPassword} characters`,
    'too-long': `has more than ${settings.longestPassword} characters, which is too long for the sign-in`,
    'too-plain': 'is hardly more than a name or a row of keys',
  };
  const fault = findPasswordFault(password, { names: [ownerName], settings });
  const name = 'SLIPWAY_STUDIO_PASSWORD';
  return [
    ...(fault
      ? [`${name} ${messages[fault]}: choose another, because anyone who guesses it controls the studio`]
      : []),
    ...(password === password.trim() ? [] : [`${name} begins or ends with a space, which is part of it`]),
  ];
}
