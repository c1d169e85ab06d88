import { factsRead } from '../../conditions/condition.ts';
import type { Effects, Form, FormType } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';
import { ruledFields } from './ruled-fields.ts';

/**
 * Effects that can make a field impossible to answer until their condition is met, so the facts that they
 * read have to be asked earlier.
 */
const holdingBack = ['options', 'filter', 'enable'] as const satisfies readonly (keyof Effects)[];

/**
 * Finds required fields that wait for an answer of a later step: the visitor cannot leave the earlier step.
 */
export function lintSteps(form: Form, places: Places): readonly Finding[] {
  return form.types.flatMap((type) => {
    const stepOf = new Map(
      (type.steps ?? []).flatMap(({ name, fields }, index) =>
        fields.map((field) => [field, { name, index }]),
      ),
    );
    if (stepOf.size === 0) return [];
    return form.rules.flatMap(({ id, when, then }) =>
      holdingBack.flatMap((effect) =>
        namesIn(then[effect]).flatMap((field) => {
          const own = stepOf.get(field);
          if (own === undefined || !mayBeRequired(form, type, field)) return [];
          const read = [...factsRead(when), ...factsRead(then.filter?.[field])].map(answerRead);
          const later = read.find((name) => (stepOf.get(name)?.index ?? 0) > own.index);
          if (later === undefined) return [];
          const reason = `"${field}" of "${type.key}" is asked on the step "${own.name}" and waits there for "${later}", which comes only on "${stepOf.get(later)?.name}"; ask for "${later}" first`;
          return [finding({ ...places.rule(id, 'then', effect), code: 'step-waits', reason })];
        }),
      ),
    );
  });
}

function namesIn(effect: Effects[(typeof holdingBack)[number]]): readonly string[] {
  return Array.isArray(effect) ? effect : Object.keys(effect ?? {});
}

function mayBeRequired(form: Form, type: FormType, name: string): boolean {
  return (
    ruledFields(form).require.has(name) ||
    type.fields.some((field) => field.name === name && field.isRequired)
  );
}

/** Returns the field that a fact reads: `extractFieldName('values.guests.length') // 'guests'`. */
function answerRead(fact: string): string {
  return /^(?:values|options)\.([^.]+)/.exec(fact)?.[1] ?? '';
}
