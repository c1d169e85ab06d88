import { listFactsRead } from '../../conditions/condition.ts';
import type { Effects, Form, FormType } from '../../model/types.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import { getRuledFields } from './ruled-fields.ts';

/**
 * Effects that can make a field impossible to answer until their condition is met, so the facts that they
 * read have to be asked earlier.
 */
const blockingEffects = ['options', 'filter', 'enable'] as const satisfies readonly (keyof Effects)[];

/**
 * Returns a finding for each rule that makes a required field wait for an answer of a later step: the visitor
 * cannot leave the earlier step.
 */
export function lintSteps(form: Form, locator: DocumentLocator): readonly Finding[] {
  return form.types.flatMap((type) => {
    const stepByField = new Map(
      (type.steps ?? []).flatMap(({ name, fields }, index) =>
        fields.map((field) => [field, { name, index }]),
      ),
    );
    if (stepByField.size === 0) return [];
    return form.rules.flatMap(({ id, when, then }) =>
      blockingEffects.flatMap((effect) =>
        listAffectedFields(then[effect]).flatMap((field) => {
          const own = stepByField.get(field);
          if (own === undefined || !mayBeRequired(form, type, field)) return [];
          const read = [...listFactsRead(when), ...listFactsRead(then.filter?.[field])].map(extractFieldName);
          const later = read.find((name) => (stepByField.get(name)?.index ?? 0) > own.index);
          if (later === undefined) return [];
          const reason = `"${field}" of "${type.key}" is on the step "${own.name}", but depends on "${later}", which comes only on "${stepByField.get(later)?.name}"; ask for "${later}" first`;
          return [createFinding({ ...locator.rule(id, 'then', effect), code: 'step-waits', reason })];
        }),
      ),
    );
  });
}

/**
 * Returns the fields that an effect names, as a list or as keys; empty for an effect that the rule does not
 * have.
 */
function listAffectedFields(effect: Effects[(typeof blockingEffects)[number]]): readonly string[] {
  return Array.isArray(effect) ? effect : Object.keys(effect ?? {});
}

/** Returns true if the schema of the type or some rule requires the field. */
function mayBeRequired(form: Form, type: FormType, name: string): boolean {
  return (
    getRuledFields(form).require.has(name) ||
    type.fields.some((field) => field.name === name && field.isRequired)
  );
}

/**
 * Returns the field that a fact reads, empty if none: `extractFieldName('values.guests.length') // 'guests'`.
 */
function extractFieldName(fact: string): string {
  return /^(?:values|options)\.([^.]+)/.exec(fact)?.[1] ?? '';
}
