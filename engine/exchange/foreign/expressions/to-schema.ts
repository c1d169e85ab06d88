import type { Condition, JsonSchema } from '../../../model/types.ts';
import { type KnownField, type Translated, translated, untranslated } from './expression.ts';

/**
 * Translates a condition on the properties of an object into a schema that the object meets if it is true.
 * Inside lists and objects no rule applies, so their schema decides.
 * @param findField Returns the property with the name in `{"var": name}`.
 */
export function toSchemaCondition(
  condition: Condition,
  findField: (fact: string) => KnownField | undefined,
): Translated<JsonSchema> {
  const [operator = '', operands] = Object.entries(condition)[0] ?? [];
  const list = Array.isArray(operands) ? operands : [operands];
  if (operator === 'and' || operator === 'or') {
    const parts = list.map((part) => toSchemaCondition(part as Condition, findField));
    const refused = parts.find((part) => !part.ok);
    if (refused !== undefined && !refused.ok) return refused;
    const schemas = parts.flatMap((part) => (part.ok ? [part.value] : []));
    return translated({ [operator === 'and' ? 'allOf' : 'anyOf']: schemas });
  }
  if (operator === '!') {
    const inner = toSchemaCondition(list[0] as Condition, findField);
    return inner.ok ? translated({ not: inner.value }) : inner;
  }
  if (operator === 'var') {
    const field = findField(String(operands));
    if (field === undefined) return untranslated('it asks about something outside of it');
    return translated(
      field.kind === 'boolean'
        ? { properties: { [field.fact]: { const: true } }, required: [field.fact] }
        : { required: [field.fact] },
    );
  }
  return toValueSchema(operator, list, findField);
}

const limitKeywords: Readonly<Record<string, string>> = {
  '<': 'exclusiveMaximum',
  '<=': 'maximum',
  '>': 'exclusiveMinimum',
  '>=': 'minimum',
};

function toValueSchema(
  operator: string,
  [left, right]: readonly unknown[],
  findField: (fact: string) => KnownField | undefined,
): Translated<JsonSchema> {
  const fact = (operand: unknown) => (Object(operand) as Readonly<Record<string, unknown>>).var;
  const [leftName, rightName] = [fact(left), fact(right)];
  if (leftName !== undefined && rightName !== undefined)
    return untranslated('there, answers cannot be compared with each other');
  const field = findField(String(leftName ?? rightName));
  if (field === undefined) return untranslated('it asks about something outside of it');
  const about = (schema: JsonSchema) =>
    translated({ properties: { [field.fact]: schema }, required: [field.fact] });
  if (operator === 'in')
    return leftName === undefined ? about({ contains: { const: left } }) : about({ enum: right });
  const constant = leftName === undefined ? left : right;
  if (typeof constant === 'object') return untranslated('there, dates cannot be compared with today');
  if (operator === '==') return about({ const: constant });
  if (operator === '!=')
    return translated({ not: { properties: { [field.fact]: { const: constant } }, required: [field.fact] } });
  const keyword = limitKeywords[operator];
  return keyword !== undefined && typeof constant === 'number'
    ? about({ [keyword]: constant })
    : untranslated(`there, "${operator}" compares only numbers`);
}
