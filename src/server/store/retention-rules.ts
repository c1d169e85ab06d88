import { createShape } from '../shape.ts';
import type { StoredRetentionRule } from './privacy-entry.ts';
import { readJsonColumn } from './stored-json.ts';

export type RetentionPart = 'enquiries' | 'photos' | 'mails';

const dayMs = 86_400_000;

/**
 * Returns the rules in a column that only `setRetention` writes. If it is damaged, there are no rules and
 * nothing is erased.
 */
export function readRetentionRules(column: unknown): readonly StoredRetentionRule[] {
  return readJsonColumn(storedRules, column) ?? [];
}

const days = { type: 'integer', minimum: 1 };
const storedRules = createShape<StoredRetentionRule[]>({
  type: 'array',
  items: {
    type: 'object',
    properties: { type: { type: 'string' }, enquiries: days, photos: days, mails: days },
  },
});

/**
 * Returns the time before which the data of a type must have arrived to be erased; undefined if it is
 * retained without limit.
 */
export function getRetentionCutoff(
  rules: readonly StoredRetentionRule[],
  { type, part, now }: { readonly type: string; readonly part: RetentionPart; readonly now: number },
): number | undefined {
  const maxDays = findRule(rules, type)?.[part];
  return maxDays === undefined ? undefined : now - maxDays * dayMs;
}

/** Returns a text of rules that does not depend on the order of the rules or their properties. */
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

/** Returns the rule of the type, otherwise the rule for types without one. */
function findRule(rules: readonly StoredRetentionRule[], type: string): StoredRetentionRule | undefined {
  return rules.find((rule) => rule.type === type) ?? rules.find((rule) => rule.type === undefined);
}
