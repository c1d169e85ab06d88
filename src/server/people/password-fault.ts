import type { PeopleSettings } from '../config/settings.ts';

/** Why a password does not do. */
export type PasswordFault = 'too-short' | 'too-long' | 'too-plain';

/** Fewer are `aaaaaaaaaaaaaaa` and `1212121212121212`. */
const fewestCharacters = 5;

/**
 * What is wrong with a new password, by its length and no rule of composition (NIST SP 800-63B, "Password Verifiers"); one that is little
 * more than a name, or the same few characters, is no password however long.
 */
export function passwordFault(
  password: string,
  {
    names,
    settings: { shortestPassword, longestPassword },
  }: {
    /** What anybody knows: name, mail address. */
    readonly names: readonly string[];
    readonly settings: Pick<PeopleSettings, 'shortestPassword' | 'longestPassword'>;
  },
): PasswordFault | undefined {
  // In whatever form it is written: a long one would take long to be written anew.
  if (password.length > longestPassword * 4) return 'too-long';
  const characters = [...password.normalize('NFKC')];
  if (characters.length < shortestPassword) return 'too-short';
  if (characters.length > longestPassword) return 'too-long';
  const known = ['slipway', 'studio', 'password', ...names.flatMap((name) => name.split(/[\s@.]+/))];
  const rest = known
    .filter((word) => word.length > 2)
    .reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), characters.join('').toLowerCase());
  return new Set(rest).size < fewestCharacters || isRow(characters) ? 'too-plain' : undefined;
}

/** `abcdefghijklmnop`, `0987654321098765`: each character follows the one before it. */
function isRow(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((character, index) => {
    return (character.codePointAt(0) ?? 0) - (characters[index]?.codePointAt(0) ?? 0);
  });
  const inStep = steps.filter((step) => Math.abs(step) <= 1 || Math.abs(step) === 9).length;
  return inStep === steps.length;
}
