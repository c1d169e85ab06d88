import { isOperation } from '../../conditions/condition.ts';
import { isCrossed, toKindOperand } from '../../model/compare-values.ts';
import { getOptionSetDefinition, type OptionSetName } from '../../model/option-sets.ts';
import { photoTypes, uploadTypes } from '../../model/photo-types.ts';
import type { UploadLimits } from '../../model/types.ts';
import type { FieldType } from '../fields/field-types.ts';
import { type DocumentPath, extendPath } from '../report.ts';
import {
  type ComparableKind,
  checkConstant,
  getComparableKind,
  isComparable,
  kindLabels,
} from './compared-kinds.ts';
import type { ConditionCheck } from './condition-context.ts';
import { checkShift, readFact } from './read-fact.ts';

/**
 * Reports an invalid preset of a field. It must be a constant or a fact of a comparable type, and a constant
 * must be one of the choices. Lists and objects cannot have one. Unknown fields are skipped.
 */
export function checkPreset(preset: unknown, name: string, checking: ConditionCheck, at: DocumentPath): void {
  const field = checking.context.fields.get(name);
  if (field === undefined) return;
  if (field.kind === 'list' || field.kind === 'object') {
    const reason = `"${name}" is ${kindLabels[field.kind]}, which no rule can preset; give its schema a "default"`;
    checking.report.add(at, 'bad-value', reason);
    return;
  }
  checkGivenValue(preset, { name, ...field }, 'preset with', checking, at);
}

/**
 * Reports an invalid recipient. It must be an id, or a fact that contains one. The server checks if the
 * content has this recipient.
 */
export function checkRecipient(recipient: unknown, checking: ConditionCheck, at: DocumentPath): void {
  checkGivenValue(recipient, { name: 'recipient', kind: 'id' }, 'given as', checking, at);
}

/**
 * Reports invalid bounds of a field. `minimum` and `maximum` must have the field's type (a number, a date or
 * a time), and two constants must not be crossed; `equals` must be comparable. Unknown fields are skipped.
 */
export function checkBound(
  bound: { readonly minimum?: unknown; readonly maximum?: unknown; readonly equals?: unknown },
  name: string,
  checking: ConditionCheck,
  at: DocumentPath,
): void {
  const field = checking.context.fields.get(name);
  if (field === undefined) return;
  const { minimum, maximum, equals } = bound;
  if (equals !== undefined) checkEquals(equals, { name, ...field }, checking, extendPath(at, 'equals'));
  if (minimum === undefined && maximum === undefined) return;
  const kind = field.isNumeric ? 'number' : boundedKinds.find((bounded) => bounded === field.kind);
  if (kind === undefined) {
    const instead =
      field.kind === 'text' ? 'use "minLength", "maxLength" or "pattern" in its schema' : 'remove it';
    checking.report.add(
      at,
      'bad-value',
      `a bound must be a number, a date or a time, but "${name}" is ${kindLabels[field.kind]}; ${instead}`,
    );
    return;
  }
  for (const [end, value] of Object.entries({ minimum, maximum }).filter(([, each]) => each !== undefined))
    checkGivenValue(value, { name, kind }, 'bounded by', checking, extendPath(at, end));
  if (isOperation(minimum) || isOperation(maximum)) return;
  if (isCrossed(minimum, maximum, toKindOperand(kind)[0]))
    checking.report.add(
      at,
      'bad-value',
      `the minimum ${JSON.stringify(minimum)} of "${name}" is above the maximum ${JSON.stringify(maximum)}; swap them, or correct one`,
    );
}

/** Types that have an order. A text has one only if it is numeric. */
const boundedKinds = ['number', 'date', 'time', 'date-time'] as const;

/**
 * Reports an invalid value that an answer must equal. It must be a fact of a comparable type, such as another
 * answer, or a constant.
 */
function checkEquals(equals: unknown, field: NamedField, checking: ConditionCheck, at: DocumentPath): void {
  if (field.kind === 'list' || field.kind === 'object') {
    const reason = `"${field.name}" is ${kindLabels[field.kind]}, which cannot be compared with another field`;
    checking.report.add(at, 'bad-value', reason);
    return;
  }
  checkGivenValue(equals, { ...field, kind: field.kind }, 'compared with', checking, at);
}

interface NamedField extends FieldType {
  readonly name: string;
}

/**
 * Reports a limit of a field that is not for uploads, and media types that the server does not accept for the
 * field. An unknown field is treated as one for photos.
 */
export function checkLimit(
  limit: UploadLimits,
  name: string,
  { context, report }: ConditionCheck,
  at: DocumentPath,
): void {
  const field = context.fields.get(name);
  if (field !== undefined && field.isUpload !== true) {
    const reason = `a limit is for photos, but "${name}" is ${kindLabels[field.kind]}; limit other fields in the schema`;
    report.add(at, 'bad-value', reason);
  }
  for (const [index, type] of (limit.types ?? []).entries()) {
    const known: readonly string[] = field?.acceptsAllFiles ? uploadTypes : photoTypes;
    if (known.includes(type)) continue;
    const what = field?.acceptsAllFiles ? 'files' : 'photos';
    const reason = `"${type}" is not accepted: ${what} are ${known.join(', ')}`;
    report.add(extendPath(at, 'types', index), 'bad-value', reason, { wrong: type, known });
  }
}

/**
 * Reports an option set whose values a field cannot have: ids of offices need a text, an id or a number, all
 * others a text or an id. Unknown fields are skipped.
 */
export function checkOptionSet(
  set: OptionSetName,
  name: string,
  { context, report }: ConditionCheck,
  at: DocumentPath,
): void {
  const field = context.fields.get(name);
  const { values, hasIds } = getOptionSetDefinition(set);
  const fitting: readonly string[] = hasIds ? ['id', 'text', 'number'] : ['id', 'text'];
  const valueKind = field?.isTicked && field.items ? field.items : field?.kind;
  if (field === undefined || fitting.includes(valueKind ?? '')) return;
  const advice =
    field.kind === 'list'
      ? 'give it "ui:widget": "checkboxes" and items that are texts'
      : 'change the type of the field';
  const reason = `"${name}" is ${kindLabels[field.kind]}, but "${set}" offers ${values}; ${advice}, or remove the options`;
  report.add(at, 'bad-value', reason);
}

interface TargetField extends ComparableKind {
  readonly name: string;
}

/**
 * Reports an invalid value that a rule gives a field. It must be a constant, or a fact of a comparable type.
 * `verb` is part of the message: `"year" is ‹preset with› a number`.
 */
function checkGivenValue(
  operand: unknown,
  field: TargetField,
  verb: string,
  checking: ConditionCheck,
  at: DocumentPath,
): void {
  const { report, context } = checking;
  if (!isOperation(operand)) {
    checkConstant(operand, field.name, field, checking, at, { how: verb, code: 'bad-value' });
    return;
  }
  const fact = readFact(operand, checking, at);
  if (fact === undefined) return;
  checkShift(fact, operand, checking, at);
  const kind = getComparableKind(fact, context);
  if (kind.kind === 'list')
    report.add(
      extendPath(at, 'var'),
      'bad-condition',
      `"${fact.name}" is a list, but one value is expected here`,
    );
  else if (!isComparable(kind, field))
    report.add(
      extendPath(at, 'var'),
      'bad-value',
      `"${field.name}" is ${kindLabels[field.kind]}, but "${fact.name}" is ${kindLabels[kind.kind]}; use a value of the same kind`,
    );
}
