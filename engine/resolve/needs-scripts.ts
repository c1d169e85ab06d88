import type { Plan } from '../model/types.ts';

/**
 * Returns true if a field that is not hidden cannot be sent without scripts as it is drawn. Without scripts
 * an HTML form posts fields, objects and lists of them, and also branches and fields that depend on answers
 * after they were posted once (docs/decisions/plain-html-form.md).
 */
export function needsScripts({ fields }: Pick<Plan, 'fields'>): boolean {
  return fields.some(({ definition, visibility }) => visibility !== 'hidden' && definition.needsScripts);
}
