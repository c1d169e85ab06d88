import { simplifyCondition } from '../../conditions/residual.ts';
import { toText } from '../../json-schema/values.ts';
import { effectNames, getEffectDefinition } from '../../model/effects.ts';
import type { Effects, FieldDefinition, FormType, Rule } from '../../model/types.ts';
import { type DocumentPath, extendPath, type ProblemReport } from '../report.ts';

/**
 * Returns the types with those fields marked that a rule can calculate. They are drawn as output, not as
 * inputs.
 */
export function markCalculated(types: readonly FormType[], rules: readonly Rule[]): readonly FormType[] {
  const calculating = rules.filter(({ then }) => then.calculate !== undefined);
  if (calculating.length === 0) return types;
  return types.map((type) => {
    const names = new Set(
      calculating
        .filter(({ when }) => canMatchInType(when, type.key))
        .flatMap(({ then }) => Object.keys(then.calculate ?? {})),
    );
    return {
      ...type,
      fields: type.fields.map((field) => (names.has(field.name) ? toOutputField(field) : field)),
    };
  });
}

/**
 * Returns false if a condition is false in every situation with this enquiry type; otherwise true, also
 * without a condition.
 */
function canMatchInType(when: unknown, key: string): boolean {
  return simplifyCondition(when, (fact) => (fact === 'type' ? { value: key } : undefined)) !== false;
}

/**
 * Returns a calculated field: it is read-only, has no default, and its widget is `output`, or still `hidden`.
 */
function toOutputField(field: FieldDefinition): FieldDefinition {
  const { needsScripts: _asksNothing, default: _never, ...rest } = field;
  return {
    ...rest,
    widget: field.widget === 'hidden' ? 'hidden' : 'output',
    isCalculated: true,
    fixed: 'readonly',
  };
}

const inputEffects = effectNames.filter((effect) => getEffectDefinition(effect).isForInput);

/**
 * Reports effects on calculated fields that only make sense for inputs, and calculations of fields that have
 * choices.
 */
export function reportInputEffects(
  sources: readonly { readonly then: Effects }[],
  types: readonly FormType[],
  at: DocumentPath,
  report: ProblemReport,
): void {
  const calculated = new Set(sources.flatMap(({ then }) => Object.keys(then.calculate ?? {})));
  const offering = types.flatMap(({ fields }) =>
    fields.filter(({ choices, optionSet }) => choices ?? optionSet),
  );
  for (const [index, { then }] of sources.entries()) {
    for (const effect of inputEffects) {
      const given: unknown = then[effect] ?? [];
      const names = Array.isArray(given) ? given.map(toText) : Object.keys(given as object);
      for (const name of names.filter((each) => calculated.has(each))) {
        const reason = `"${name}" is calculated and never asked for, so "${effect}" has no effect on it; remove it`;
        report.add(
          extendPath(at, index, 'then', effect, Array.isArray(given) ? names.indexOf(name) : name),
          'bad-value',
          reason,
        );
      }
    }
    for (const name of Object.keys(then.calculate ?? {})) {
      if (!offering.some((field) => field.name === name)) continue;
      const reason = `"${name}" is chosen from a list and cannot be calculated; calculate a field without choices`;
      report.add(extendPath(at, index, 'then', 'calculate', name), 'bad-value', reason);
    }
  }
}
