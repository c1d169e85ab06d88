import { getDateShift, isOperation, parseOperation } from '../../conditions/condition.ts';
import { asList, asObject, getOwnMember } from '../../json-schema/values.ts';
import {
  type EffectName,
  effects,
  getEffectDefinition,
  isEffectName,
  isEffectOfShape,
} from '../../model/effects.ts';
import type { SentenceKey } from './catalogue.ts';
import {
  describeCondition,
  describeConstant,
  describeOperand,
  getFactValueKind,
  quoteText,
  type SentenceContext,
} from './conditions.ts';
import type { MessageArguments } from './language-tools.ts';
import type { Sentence } from './sentence.ts';

/**
 * Describes the effects of a rule, in one or several clauses each; an empty list without effects. An unknown
 * effect is described as unreadable. Never throws.
 */
export function describeEffects(then: unknown, context: SentenceContext): readonly Sentence[] {
  return Object.entries(asObject(then)).flatMap(([effect, value]) => describeEffect(effect, value, context));
}

/**
 * Formats a message about an effect. Its argument `isFirst` is 1 if the clause begins its sentence, and `where`
 * is the place inside of it.
 */
export function formatClause(
  key: SentenceKey,
  values: MessageArguments,
  { language, opening }: SentenceContext,
): Sentence {
  const where = opening?.where ?? [];
  return language.format(key, { ...values, isFirst: opening === undefined ? 0 : 1, where });
}

/** Describes one effect: in one clause, or in one for each field or limit. */
function describeEffect(effect: string, value: unknown, context: SentenceContext): readonly Sentence[] {
  const { names } = context;
  const format = (key: SentenceKey, values: MessageArguments = {}) => formatClause(key, values, context);
  if (!isEffectName(effect)) return [format('unknown')];
  if (isEffectOfShape(effect, 'limits'))
    return Object.entries(asObject(value)).flatMap(([field, limits]) =>
      describeLimits(asObject(limits), field, context),
    );
  if (isEffectOfShape(effect, 'bounds'))
    return Object.entries(asObject(value)).flatMap(([field, bounds]) =>
      describeBounds(asObject(bounds), field, context),
    );
  /** Describes a condition about an office, an enquiry type or a choice of `field`. */
  const describeInnerCondition = (condition: unknown, field?: string) =>
    describeCondition(condition, { ...context, qualifiesNoun: true, ...(field !== undefined && { field }) });
  /** Returns the clauses about each field that the effect names. */
  const describeEachField = (describeOne: (given: unknown, field: string) => MessageArguments) =>
    Object.entries(asObject(value)).map(([field, given]) =>
      format(effect, { field: names.field(field, context.types), ...describeOne(given, field) }),
    );
  switch (effects[effect].shape) {
    case 'names':
      return [format(effect, describeNames(effect, asList(value).map(toKey), context))];
    case 'condition':
      return [format(effect, { asked: describeInnerCondition(value) })];
    case 'flag':
      return [format(effect)];
    case 'recipient':
      return [
        format(effect, {
          value: isOperation(value) ? describeOperand(value, context) : names.recipient(toKey(value)),
        }),
      ];
    case 'text':
      return describeEachField((key) => ({ text: names.text(toKey(key)) }));
    case 'list':
      return describeEachField((set) => ({ options: names.list(toKey(set)) }));
    case 'filter':
      return describeEachField((condition, field) => ({ asked: describeInnerCondition(condition, field) }));
    case 'value':
      return describeEachField((given, field) => ({ value: describeFieldValue(given, field, context) }));
    case 'calculation':
      return describeEachField((expression, field) => ({
        value: describeCalculation(expression, field, context),
      }));
  }
}

/** Returns the arguments of the message for an effect that lists names. */
function describeNames(
  effect: EffectName,
  keys: readonly string[],
  { language, names, types }: SentenceContext,
): MessageArguments {
  const join = (items: readonly Sentence[]) => language.list(items, 'conjunction');
  const count = keys.length;
  switch (getEffectDefinition(effect).names) {
    case 'type':
      return { count, types: join(keys.map((key) => [names.type(key)])) };
    case 'destination':
      return { values: join(keys.map((id) => [names.value(id)])) };
    default:
      return { count, fields: join(keys.map((name) => [names.formElement(name, types)])) };
  }
}

/** Returns a key or an id as a string; empty for any other value. */
function toKey(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Describes a fact, a shifted date, or a constant of the field's own kind. */
function describeFieldValue(given: unknown, field: string, context: SentenceContext): Sentence {
  return isOperation(given)
    ? describeOperand(given, context)
    : describeConstant(given, `values.${field}`, context);
}

function toNumberOrZero(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

const mebibyte = 1024 * 1024;

/** Returns a clause for each upload limit of a field; an unknown limit is described as unreadable. */
function describeLimits(
  limits: Readonly<Record<string, unknown>>,
  field: string,
  context: SentenceContext,
): readonly Sentence[] {
  const { language, names } = context;
  const format = (key: SentenceKey, values: MessageArguments) => formatClause(key, values, context);
  const of = { field: names.field(field, context.types) };
  return Object.entries(limits).map(([limit, value]) => {
    switch (limit) {
      case 'count':
        return format('limit.count', { ...of, count: toNumberOrZero(value) });
      case 'types': {
        const kinds = asList(value).map((type) => [names.value(formatMediaType(toKey(type)), toKey(type))]);
        return format('limit.types', { ...of, types: language.list(kinds, 'conjunction') });
      }
      case 'bytes':
        return format('limit.bytes', {
          ...of,
          size: formatFileSize(toNumberOrZero(value), context),
        });
      case 'timeoutMs':
        return format('limit.timeoutMs', { ...of, count: toNumberOrZero(value) / 1000 });
      default:
        return language.format('unknown');
    }
  });
}

/** Returns the short name of a media type. `formatMediaType('image/jpeg') // 'JPEG'` */
export function formatMediaType(type: string): string {
  return (type.split('/')[1] ?? type).toUpperCase();
}

/**
 * Formats the size of a file in MiB or KiB if it is a whole number of them, else in bytes.
 * `formatFileSize(5242880, …) // ['5 MiB']`
 */
export function formatFileSize(bytes: number, { language }: SentenceContext): Sentence {
  if (bytes % mebibyte === 0) return [`${language.number(bytes / mebibyte)} MiB`];
  return bytes % 1024 === 0
    ? [`${language.number(bytes / 1024)} KiB`]
    : language.format('bytes', { count: bytes });
}

/** Returns a clause for each bound of a field; an unknown bound is described as unreadable. */
function describeBounds(
  bounds: Readonly<Record<string, unknown>>,
  field: string,
  context: SentenceContext,
): readonly Sentence[] {
  const { language, names } = context;
  const isOfDays = getFactValueKind(`values.${field}`, context) === 'date';
  const ends: Readonly<Record<string, SentenceKey>> = {
    minimum: isOfDays ? 'bound.earliest' : 'bound.minimum',
    maximum: isOfDays ? 'bound.latest' : 'bound.maximum',
    equals: 'bound.equals',
  };
  return Object.entries(bounds).map(([end, value]) => {
    const key = findShiftKey(end, value) ?? getOwnMember(ends, end) ?? 'unknown';
    const sentence =
      typeof value === 'number'
        ? [names.value(language.number(value), String(value))]
        : describeFieldValue(value, field, context);
    return formatClause(key, { field: names.field(field, context.types), value: sentence }, context);
  });
}

/**
 * Returns the key of the message for a bound that is a number of days, weeks, months or years from another
 * date. Undefined for any other bound.
 * @param end The kind of bound: `minimum`, `maximum` or `equals`.
 */
function findShiftKey(end: string, value: unknown): SentenceKey | undefined {
  const shift = getDateShift(value);
  if (shift === undefined || (end !== 'minimum' && end !== 'maximum')) return undefined;
  return (end === 'minimum') === shift.count >= 0 ? 'bound.shift-at-least' : 'bound.shift-at-most';
}

const operatorSigns: Readonly<Record<string, string>> = {
  '+': ' + ',
  add: ' + ',
  '-': ' − ',
  '*': ' × ',
  '/': ' ÷ ',
};

/**
 * Describes a calculation, as rules write it or as it is compiled. An unknown operator is described as
 * unreadable.
 * @param isOperand True for an operand of another calculation, which may need parentheses.
 */
function describeCalculation(
  expression: unknown,
  field: string,
  context: SentenceContext,
  isOperand = false,
): Sentence {
  const { language } = context;
  if (!isOperation(expression))
    return typeof expression === 'string'
      ? [quoteText(expression, context)]
      : describeConstant(expression, '', context);
  const { operator, operands } = parseOperation(expression);
  if (operator === 'var' || (operator === '+' && getDateShift(expression) && typeof operands[2] === 'string'))
    return describeOperand(expression, context);
  const inner = operands.map((operand) => describeCalculation(operand, field, context, true));
  const sign = getOwnMember(operatorSigns, operator);
  if (sign !== undefined) {
    const sum = inner.flatMap((part, index) => (index === 0 ? part : [sign, ...part]));
    return isOperand ? language.format('group', { clause: sum }) : sum;
  }
  switch (operator) {
    case 'days':
    case 'months':
    case 'years':
      return language.format(`${operator}-between`, { from: inner[0] ?? [], to: inner[1] ?? [] });
    case 'cat':
      return language.format('joined', {
        parts: inner.flatMap((part, index) => (index === 0 ? part : [' ', ...part])),
      });
    default:
      return language.format('unknown');
  }
}
