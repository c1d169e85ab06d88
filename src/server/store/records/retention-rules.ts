import { createShape } from '../../platform/validate-shape.ts';
import type { StoredRetentionRule } from './privacy-entry.ts';
import { readJsonColumn } from './stored-json.ts';

/** The data of an enquiry that a rule erases separately: all of it, its photos, or its mails. */
export type RetentionPart = 'enquiries' | 'photos' | 'mails';

const dayMs = 86_400_000;

/**
 * Returns the rules in a column that only `setRetention` writes. Returns an empty list if the column is
 * damaged, so that nothing is erased.
 */
export function readRetentionRules(column: unknown): readonly StoredRetentionRule[] {
  return readJsonColumn(storedRules, column) ?? [];
}

/** The schema of a number of days. */
const days = { type: 'integer', minimum: 1 };
const storedRules = createShape<StoredRetentionRule[]>({
  type: 'array',
  items: {
    type: 'object',
    properties: { type: { type: 'string' }, enquiries: days, photos: days, mails: days },
  },
});

/**
 * Returns the time before which the data of a type must have arrived to be erased, by the rule of `findRule`.
 * Returns undefined if no rule limits this part of this type, so that it is retained without limit.
 */
export function getRetentionCutoff(
  rules: readonly StoredRetentionRule[],
  { type, part, now }: { readonly type: string; readonly part: RetentionPart; readonly now: number },
): number | undefined {
  const maxDays = findRule(rules, type)?.[part];
  return maxDays === undefined ? undefined : now - maxDays * dayMs;
}

/**
 * Returns the rules as one text that does not depend on the order of the rules or of their properties, to
 * compare rules.
 */
export function toCanonicalRules(rules: readonly StoredRetentionRule[]): string {
  const each = rules.map(({ type, enquiries, photos, mails }) => [
    type ?? null,
    enquiries ?? null,
    photos ?? null,
    mails ?? null,
  ]);
  return each
    .map((rule) => JSON.stringify(rule))
    .sort()
    .join();
}

/** Returns the rule of the type, otherwise the rule without a type; undefined if there is neither. */
function findRule(rules: readonly StoredRetentionRule[], type: string): StoredRetentionRule | undefined {
  return rules.find((rule) => rule.type === type) ?? rules.find((rule) => rule.type === undefined);
}
