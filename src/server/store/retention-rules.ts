import { shapeOf } from '../shape.ts';
import type { RetentionRule } from './privacy-entry.ts';
import { storedJson } from './stored-json.ts';

/** What can be kept for a time of its own. */
export type RetentionPart = 'enquiries' | 'photos' | 'mails';

const dayMs = 86_400_000;

/** The rules that a column holds, which only `setRetention` writes; by one that is damaged nothing goes. */
export function readRules(column: unknown): readonly RetentionRule[] {
  return storedJson(storedRules, column) ?? [];
}

const days = { type: 'integer', minimum: 1 };
const storedRules = shapeOf<RetentionRule[]>({
  type: 'array',
  items: {
    type: 'object',
    properties: { type: { type: 'string' }, enquiries: days, photos: days, mails: days },
  },
});

/** Before which time what of a type has arrived goes by the rules; undefined: it is kept for good. */
export function goesBefore(
  rules: readonly RetentionRule[],
  { type, part, now }: { readonly type: string; readonly part: RetentionPart; readonly now: number },
): number | undefined {
  const kept = ruleOf(rules, type)?.[part];
  return kept === undefined ? undefined : now - kept * dayMs;
}

/** What rules say, whatever their order and that of their parts. */
export function saidOfRules(rules: readonly RetentionRule[]): string {
  const each = rules.map(({ type, enquiries, photos, mails }) => [
    ...[type ?? null, enquiries ?? null, photos ?? null, mails ?? null],
  ]);
  return each
    .map((rule) => JSON.stringify(rule))
    .sort()
    .join();
}

/** The rule of a type itself, else that of every type without one. */
function ruleOf(rules: readonly RetentionRule[], type: string): RetentionRule | undefined {
  return rules.find((rule) => rule.type === type) ?? rules.find((rule) => rule.type === undefined);
}
