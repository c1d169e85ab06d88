import { listFactsRead } from '../conditions/condition.ts';
import { listAffectedFields } from '../model/effects.ts';
import { getFactField, getOptionsField } from '../model/fact-names.ts';
import type { FormType, Rule } from '../model/types.ts';

/**
 * Returns the types with `isDeciding` added to those that have at least one field that a rule reads and at
 * least one that the same rule affects. Other types are returned unchanged. Without scripts such a form has a
 * button that shows the dependent fields.
 */
export function markDeciding(types: readonly FormType[], rules: readonly Rule[]): readonly FormType[] {
  const deciding = rules.map((rule) => ({
    read: listFieldsRead(rule),
    decided: listAffectedFields(rule.then),
  }));
  return types.map((type) => {
    const names = new Set(type.fields.map(({ name }) => name));
    const isFieldOfType = (name: string) => names.has(name);
    const decides = deciding.some(
      ({ read, decided }) => read.some(isFieldOfType) && decided.some(isFieldOfType),
    );
    return decides ? { ...type, isDeciding: true } : type;
  });
}

/**
 * Returns the fields whose answers or options the condition, filters and calculations of a rule read. A field
 * may be repeated.
 */
function listFieldsRead({ when, then: { filter, calculate } }: Rule): readonly string[] {
  return listFactsRead([when, filter, calculate]).flatMap(
    (fact) => getFactField(fact) ?? getOptionsField(fact) ?? [],
  );
}
