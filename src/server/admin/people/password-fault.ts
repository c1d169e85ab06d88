import type { PeopleSettings } from '../../platform/config/settings.ts';

export type PasswordFault = 'too-short' | 'too-long' | 'too-plain';

/** Minimum number of distinct characters. `aaaaaaaaaaaaaaa` and `1212121212121212` have fewer. */
const minDistinctCharacters = 5;

/**
 * Returns why a new password is refused, or undefined. It checks the length and has no composition rules
 * (NIST SP 800-63B, "Password Verifiers"). A long password that consists of known words, of few characters or
 * of a sequence is refused too.
 */
export function findPasswordFault(
  password: string,
  {
    names,
    settings: { shortestPassword, longestPassword },
  }: {
    /** Words that others know: the name, the mail address. */
    readonly names: readonly string[];
    readonly settings: Pick<PeopleSettings, 'shortestPassword' | 'longestPassword'>;
  },
): PasswordFault | undefined {
  // Before normalization, which is slow for long texts.
  if (password.length > longestPassword * 4) return 'too-long';
  const characters = [...password.normalize('NFKC')];
  if (characters.length < shortestPassword) return 'too-short';
  if (characters.length > longestPassword) return 'too-long';
  const known = ['slipway', 'studio', 'password', ...names.flatMap((name) => name.split(/[\s@.]+/))];
  const rest = known
    .filter((word) => word.length > 2)
    .reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), characters.join('').toLowerCase());
  return new Set(rest).size < minDistinctCharacters || isSequence(characters) ? 'too-plain' : undefined;
}

/**
 * Returns true if each character is the same as the one before it or its neighbour in either direction, with
 * 9 beside 0: `abcdefghijklmnop`, `0987654321098765`.
 */
function isSequence(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((character, index) => {
    return (character.codePointAt(0) ?? 0) - (characters[index]?.codePointAt(0) ?? 0);
  });
  const inStep = steps.filter((step) => Math.abs(step) <= 1 || Math.abs(step) === 9).length;
  return inStep === steps.length;
}
