import { toText } from '../../json-schema/values.ts';
import { isDate, isDateTime, isTime } from '../../model/compare-values.ts';
import { getFactField, getFactPath } from '../../model/fact-names.ts';
import type { Json } from '../../model/types.ts';
import type { FieldType } from '../fields/field-types.ts';
import type { DocumentPath } from '../report.ts';
import type { ConditionCheck, ConditionContext, ReadFact } from './condition-context.ts';

/** The type of a fact or value, as far as comparing depends on it. `type` is the key of an enquiry type. */
export interface ComparableKind extends Omit<FieldType, 'kind'> {
  readonly kind: FieldType['kind'] | 'type';
}

/**
 * Returns the type of a fact in a comparison. The type of a field's value comes from its schema; without one
 * it is `object`.
 */
export function getComparableKind(
  { name, kind }: ReadFact,
  { fields, inside, list, itemChoices }: ConditionContext,
): ComparableKind {
  const ofItem = list?.types.get(name);
  if (ofItem !== undefined) return ofItem;
  if (name === 'item.value' && itemChoices) return { kind: 'id', choices: itemChoices };
  const place = getFactPath(name) ?? '';
  if (kind === 'value') return fields.get(place) ?? inside.get(place) ?? { kind: 'object' };
  return kind === 'list' ? { kind, items: 'id' } : { kind };
}

/** The types in messages. */
export const kindLabels: Readonly<Record<ComparableKind['kind'], string>> = {
  boolean: 'true or false',
  number: 'a number',
  text: 'a text',
  id: 'an id',
  date: 'a date',
  time: 'a time',
  'date-time': 'a date and time',
  type: 'an enquiry type',
  list: 'a list',
  object: 'an object',
};

/**
 * Returns true if two types can be compared. Ids, enquiry types and texts are all compared as strings; other
 * types can only be compared with the same type.
 */
export function isComparable(one: ComparableKind, other: ComparableKind): boolean {
  const stringKinds: readonly string[] = ['id', 'text', 'type'];
  return one.kind === other.kind || (stringKinds.includes(one.kind) && stringKinds.includes(other.kind));
}

/** The use of a constant, for messages about it. */
interface ConstantPurpose {
  /** The verb in the message: `"year" is ‹compared with› a number`. */
  readonly how: string;
  /** The code of problems. `bad-value` means that the constant is given to a field as its answer. */
  readonly code: 'bad-condition' | 'bad-value';
  /** True if the constant need not be one of the choices, because the comparison is about order. */
  readonly isOrder?: boolean;
}

/** The use of a constant in a comparison of a condition. */
export const comparisonPurpose: ConstantPurpose = { how: 'compared with', code: 'bad-condition' };

/**
 * Returns a constant as it is compared with the fact `name`: an id becomes a string, any other value is
 * unchanged. Reports a constant of another type, and one that the fact can never equal.
 */
export function checkConstant(
  value: unknown,
  name: string,
  kind: ComparableKind,
  checking: ConditionCheck,
  at: DocumentPath,
  { how, code, isOrder = false }: ConstantPurpose = comparisonPurpose,
): unknown {
  const { report, context } = checking;
  if (kind.kind === 'type') {
    if (typeof value !== 'string' || !context.typeKeys.includes(value))
      report.add(at, 'unknown-type', `unknown enquiry type "${toText(value)}"`, {
        wrong: toText(value),
        known: context.typeKeys,
      });
    return value;
  }
  const expected = describeExpectedConstant(value, kind);
  /** Reports a problem of the constant. */
  const reportInvalidConstant = (reason: string, named?: { wrong: string; known: readonly string[] }) =>
    report.add(at, code, reason, named);
  if (expected !== undefined) {
    reportInvalidConstant(`"${name}" is ${how} ${expected}, not ${JSON.stringify(value)}`);
    return value;
  }
  const isAnswer = code === 'bad-value' || getFactField(name) !== undefined;
  if (value === '' && isAnswer)
    reportInvalidConstant(
      `an answer is never an empty text; ask whether it is missing: {"!": {"var": "${name}"}}`,
    );
  else if (typeof value === 'string' && value !== value.trim() && isAnswer)
    reportInvalidConstant(
      `an answer has no white space around it, so "${name}" is never ${JSON.stringify(value)}`,
    );
  else if (!isOrder && kind.choices !== undefined && !kind.choices.includes(value as Json))
    reportInvalidConstant(
      `"${name}" is never ${JSON.stringify(value)}; its choices are ${formatFirstChoices(kind.choices)}`,
      {
        wrong: toText(value),
        known: kind.choices.map(toText),
      },
    );
  return kind.kind === 'id' ? toText(value) : value;
}

/**
 * Returns a description of the constants that a type allows (`a number`), or undefined if the value is one of
 * them.
 */
function describeExpectedConstant(value: unknown, { kind }: ComparableKind): string | undefined {
  switch (kind) {
    case 'id':
      return typeof value === 'string' || typeof value === 'number' ? undefined : 'an id or a word';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'number':
      return typeof value === 'number' ? undefined : 'a number';
    case 'date':
      return typeof value === 'string' && isDate(value) ? undefined : 'a date like "2028-01-31"';
    case 'time':
      return typeof value === 'string' && isTime(value) ? undefined : 'a time like "09:30"';
    case 'date-time':
      return typeof value === 'string' && isDateTime(value)
        ? undefined
        : 'a date and time like "2028-01-31T09:30:00Z"';
    default:
      return typeof value === 'string' ? undefined : 'a text';
  }
}

/** Returns up to eight choices as JSON, joined by commas; `and others` replaces the rest. */
function formatFirstChoices(choices: readonly Json[]): string {
  const few = choices.slice(0, 8).map((choice) => JSON.stringify(choice));
  return choices.length > few.length ? `${few.join(', ')} and others` : few.join(', ');
}
