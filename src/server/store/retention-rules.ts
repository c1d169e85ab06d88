import type { RetentionRule } from './privacy-entry.ts';

/** What can be kept for a time of its own. */
export type RetentionPart = 'enquiries' | 'photos' | 'mails';

const dayMs = 86_400_000;

/** Before which time what of a type has arrived goes by the rules; undefined: it is kept for good. */
export function goesBefore(
  rules: readonly RetentionRule[],
  { type, part, now }: { readonly type: string; readonly part: RetentionPart; readonly now: number },
): number | undefined {
  const days = ruleOf(rules, type)?.[part];
  return days === undefined ? undefined : now - days * dayMs;
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
