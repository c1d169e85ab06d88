import { toPlainNumber } from '#engine/model/plain-number.ts';
import type { RetentionRuleView } from '../../../api/privacy.ts';

/** The records that a retention rule limits, each a column of the form. */
export const retentionColumns = ['enquiries', 'photos', 'mails'] as const;
type RetentionColumn = (typeof retentionColumns)[number];

/** The enquiry types with their names; the one with an empty id stands for all other types. */
export type RetentionTypes = readonly { readonly id: string; readonly name: string }[];

/** The typed numbers of days by `TYPE PART`: `3 photos`. The type is empty for the row of all other types. */
export type TypedDays = ReadonlyMap<string, string>;

/** Returns the key of the typed days of a type and a part. */
export function toDaysKey(type: string, part: RetentionColumn): string {
  return `${type} ${part}`;
}

/** Returns the days of the rules as the texts of the inputs. Limits that a rule does not set have no key. */
export function toTypedDays(rules: readonly RetentionRuleView[]): TypedDays {
  return new Map(
    rules.flatMap((rule) =>
      retentionColumns.flatMap((part): readonly (readonly [string, string])[] =>
        rule[part] === undefined ? [] : [[toDaysKey(rule.type ?? '', part), String(rule[part])]],
      ),
    ),
  );
}

/**
 * Returns the typed rules of these types, in the order of the types; the days must be valid. A type without
 * typed days has no rule, so that the rule for all other types applies to it.
 */
export function toRetentionRules(typed: TypedDays, types: RetentionTypes): readonly RetentionRuleView[] {
  return types.flatMap(({ id }) => {
    const days = retentionColumns.flatMap((part): readonly (readonly [RetentionColumn, number])[] => {
      const text = normalizeDays(typed.get(toDaysKey(id, part)) ?? '');
      return text === '' ? [] : [[part, Number(text)]];
    });
    return days.length === 0 ? [] : [{ ...(id !== '' && { type: id }), ...Object.fromEntries(days) }];
  });
}

/** Returns a text that is equal for equal rules, whatever their order is. */
export function toRulesKey(rules: readonly RetentionRuleView[]): string {
  const each = rules.map((rule) =>
    JSON.stringify([rule.type ?? '', ...retentionColumns.map((part) => rule[part] ?? '')]),
  );
  return each.sort().join();
}

/**
 * Returns the keys of the inputs whose days differ. A missing key counts as an empty text; digits of other
 * scripts and spaces around them make no difference.
 */
export function listChangedKeys(typed: TypedDays, before: TypedDays): readonly string[] {
  /** Returns the normalized days of a key, or an empty text. */
  const getDays = (of: TypedDays, key: string) => normalizeDays(of.get(key) ?? '');
  return [...new Set([...typed.keys(), ...before.keys()])].filter(
    (key) => getDays(typed, key) !== getDays(before, key),
  );
}

/**
 * Returns `theirs` with the days that were changed from `seen` to `wanted`.
 */
export function mergeTypedDays({
  seen,
  wanted,
  theirs,
}: Readonly<Record<'seen' | 'wanted' | 'theirs', TypedDays>>): TypedDays {
  const changed = listChangedKeys(wanted, seen);
  return new Map([...theirs, ...changed.map((key) => [key, wanted.get(key) ?? ''] as const)]);
}

/** Returns true if any of the typed texts is neither empty nor a number of days from 1 to `mostDays`. */
export function hasInvalidDays(typed: TypedDays, mostDays: number): boolean {
  return [...typed.values()].some((text) => !isValidDays(text, mostDays));
}

/**
 * Returns typed days in ASCII digits, without spaces around them. They may be typed in the digits of any
 * script.
 */
export function normalizeDays(text: string): string {
  return toPlainNumber(text).trim();
}

/** Returns true for an empty text and for a number of days from 1 to `mostDays`. */
export function isValidDays(text: string, mostDays: number): boolean {
  const days = normalizeDays(text);
  return days === '' || (/^\d{1,15}$/.test(days) && Number(days) >= 1 && Number(days) <= mostDays);
}
