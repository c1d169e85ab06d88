import type { Plan } from './types.ts';

/**
 * Whether a form as it is drawn can be sent by scripts alone: an ordinary HTML form posts fields, objects and lists of them, branches, and
 * what answers bring, the last two once they were posted; nothing else (docs/decisions/plain-html-form.md).
 */
export function needsScripts({ fields }: Pick<Plan, 'fields'>): boolean {
  return fields.some(({ definition, visibility }) => visibility !== 'hidden' && definition.needsScripts);
}
