import { isObject } from '#engine/json-schema/values.ts';
import type { RetentionPreview, RetentionRequest, RetentionRuleView } from '../../../api/privacy.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import type { Store } from '../../store/store.ts';
import type { ActionAuthor } from '../people/actor.ts';
import type { Audit } from '../people/audit.ts';

const dayMs = 86_400_000;

const soonMs = 30 * dayMs;

/** The maximum number of days of a rule. */
export const { mostDays } = serverSettings.retention;

const mostRules = 1000;

export const retentionParts = ['enquiries', 'photos', 'mails'] as const;

/**
 * Returns how much data would be erased under the given rules, by type: what is due now, and all that is due
 * within 30 days. Erases nothing.
 */
export async function previewRetention(
  rules: readonly RetentionRuleView[],
  { store, now }: { readonly store: Pick<Store, 'retentionDue'>; readonly now: number },
): Promise<RetentionPreview> {
  const [due, soon] = await Promise.all([
    store.retentionDue({ rules, now }),
    store.retentionDue({ rules, now: now + soonMs }),
  ]);
  return { now: due, soon };
}

/**
 * Replaces the retention rules, with an audit entry, if they are still those that the person saw (`seen`).
 * Otherwise changes nothing and resolves to `changed`.
 */
export function setRetention(
  { rules, seen }: RetentionRequest,
  author: ActionAuthor,
  {
    store,
    audit,
  }: { readonly store: Pick<Store, 'setRetention'>; readonly audit: Pick<Audit, 'createEntry'> },
): Promise<'set' | 'changed'> {
  const details = Object.fromEntries(rules.map((rule) => [rule.type ?? 'all', formatRetentionRule(rule)]));
  return store.setRetention({
    rules,
    seen,
    note: audit.createEntry({ who: author, action: 'retention-changed', details }),
  });
}

/**
 * Returns the ids of types that can have a rule: the current ones, and former ones that have a rule for their
 * remaining enquiries.
 */
export function listRetentionTypes(
  rules: readonly RetentionRuleView[],
  currentTypes: readonly string[],
): readonly string[] {
  return [
    ...currentTypes,
    ...rules.flatMap(({ type }) => (type === undefined || currentTypes.includes(type) ? [] : [type])),
  ];
}

/**
 * Formats a rule for the audit log: `formatRetentionRule({enquiries: 365, photos: 90}) // 'enquiries 365
 * days, photos 90 days'`. A rule without periods is `for good`.
 */
export function formatRetentionRule(rule: RetentionRuleView): string {
  const periods = retentionParts.flatMap((part) =>
    rule[part] === undefined ? [] : [`${part} ${rule[part]} days`],
  );
  return periods.join(', ') || 'for good';
}

/**
 * Returns untrusted rules if they are valid; undefined if they are no list or too many, if one is not valid,
 * or if two are for the same type.
 */
export function parseRetentionRules(given: unknown): readonly RetentionRuleView[] | undefined {
  if (!Array.isArray(given) || given.length > mostRules) return undefined;
  const rules = given.map(parseRule);
  const types = new Set(rules.map((rule) => rule?.type));
  return types.size === rules.length && rules.every((rule) => rule !== undefined) ? rules : undefined;
}

/** Returns a valid rule; undefined if it has unknown members, or a type or number of days that is invalid. */
function parseRule(given: unknown): RetentionRuleView | undefined {
  if (!isObject(given)) return undefined;
  const rule: Readonly<Record<string, unknown>> = given;
  const known: readonly string[] = ['type', ...retentionParts];
  if (!Object.keys(rule).every((key) => known.includes(key))) return undefined;
  const { type } = rule;
  if (type !== undefined && (typeof type !== 'string' || type === '' || type.length > 100)) return undefined;
  const days = retentionParts.flatMap((part) =>
    rule[part] === undefined ? [] : [[part, rule[part]] as const],
  );
  if (!days.every(([, count]) => isDayCount(count))) return undefined;
  return { ...(type !== undefined && { type }), ...Object.fromEntries(days) };
}

/** Returns true for a whole number from 1 to `mostDays`. */
function isDayCount(count: unknown): count is number {
  return Number.isInteger(count) && Number(count) >= 1 && Number(count) <= mostDays;
}
