import type { Form } from '#engine';
import type { ContentRequirements } from './kind-checks.ts';

/**
 * Returns what a form requires of its content: its types, and the recipients and destinations that its rules
 * name.
 */
export function findRequirements({ types, rules }: Pick<Form, 'types' | 'rules'>): ContentRequirements {
  const named = rules.flatMap(({ id, then: { recipient } }) =>
    typeof recipient === 'string' || typeof recipient === 'number' ? [[id, String(recipient)] as const] : [],
  );
  const destinations = rules.flatMap(({ id, then }) =>
    (then.destinations ?? []).map((to) => [id, to] as const),
  );
  return { services: new Set(types.map(({ key }) => key)), recipients: new Map(named), destinations };
}
