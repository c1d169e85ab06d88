import { getDateShift, isOperation, parseOperation } from '../../conditions/condition.ts';
import { asList, asObject, getOwnMember } from '../../json-schema/values.ts';
import type { SentenceKey } from './catalogue.ts';
import {
  describeCondition,
  describeConstant,
  describeOperand,
  getFactValueKind,
  quoteText,
  type SentenceContext,
} from './conditions.ts';
import type { Sentence } from './sentence.ts';

/**
 * Describes the effects of a rule, in one or several clauses each; an empty list without effects. An unknown
 * effect is described as unreadable. Never throws.
 */
export function describeEffects(then: unknown, context: SentenceContext): readonly Sentence[] {
  return Object.entries(asObject(then)).flatMap(([effect, value]) => describeEffect(effect, value, context));
}

/** Describes one effect: in one clause, or in one for each field or limit. */
function describeEffect(effect: string, value: unknown, context: SentenceContext): readonly Sentence[] {
  const { language, names } = context;
  const { format } = language;
  /** Describes a condition about an office, an enquiry type or a choice of `field`. */
  const describeInnerCondition = (condition: unknown, field?: string) =>
    describeCondition(condition, { ...context, qualifiesNoun: true, ...(field !== undefined && { field }) });
  /** Returns the clauses about each field that the effect names. */
  const describeEachField = (
    describeOne: (given: unknown, field: string) => Sentence | readonly Sentence[],
  ) =>
    Object.entries(asObject(value)).flatMap(([field, given]) => {
      const sentence = describeOne(given, field);
      return isClauseList(sentence) ? sentence : [sentence];
    });
  const joinWithAnd = (items: readonly Sentence[]) => language.list(items, 'conjunction');
  switch (effect) {
    case 'excludeTypes': {
      const types = asList(value).map((key) => [names.type(toKey(key))]);
      return [format(effect, { count: types.length, types: joinWithAnd(types) })];
    }
    case 'preferTypes':
    case 'eligible':
    case 'offer':
      return [format(effect, { asked: describeInnerCondition(value) })];
    case 'hideSection':
      return [format(effect)];
    case 'hide':
    case 'show':
    case 'conceal':
    case 'require':
    case 'disable':
    case 'enable':
    case 'readonly':
      return [
        format(effect, {
          count: asList(value).length,
          fields: joinWithAnd(asList(value).map((name) => [names.formElement(toKey(name), context.types)])),
        }),
      ];
    case 'recipient':
      return [
        format(effect, {
          value: isOperation(value) ? describeOperand(value, context) : names.recipient(toKey(value)),
        }),
      ];
    case 'destinations':
      return [format(effect, { values: joinWithAnd(asList(value).map((id) => [names.value(toKey(id))])) })];
    case 'label':
    case 'hint':
      return describeEachField((key, field) =>
        format(effect, { field: names.field(field, context.types), text: names.text(toKey(key)) }),
      );
    case 'options':
      return describeEachField((set, field) =>
        format(effect, { field: names.field(field, context.types), options: names.list(toKey(set)) }),
      );
    case 'filter':
      return describeEachField((condition, field) =>
        format(effect, {
          field: names.field(field, context.types),
          asked: describeInnerCondition(condition, field),
        }),
      );
    case 'preset':
      return describeEachField((given, field) =>
        format(effect, {
          field: names.field(field, context.types),
          value: describeFieldValue(given, field, context),
        }),
      );
    case 'calculate':
      return describeEachField((expression, field) =>
        format(effect, {
          field: names.field(field, context.types),
          value: describeCalculation(expression, field, context),
        }),
      );
    case 'limit':
      return describeEachField((limits, field) => describeLimits(asObject(limits), field, context));
    case 'bound':
      return describeEachField((bounds, field) => describeBounds(asObject(bounds), field, context));
    default:
      return [format('unknown')];
  }
}

/** Returns a key or an id as a string; empty for any other value. */
function toKey(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns true for a list of clauses, also an empty one; false for a single clause. */
function isClauseList(sentence: Sentence | readonly Sentence[]): sentence is readonly Sentence[] {
  return sentence.every((part) => Array.isArray(part));
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
  const of = { field: names.field(field, context.types) };
  return Object.entries(limits).map(([limit, value]) => {
    switch (limit) {
      case 'count':
        return language.format('limit.count', { ...of, count: toNumberOrZero(value) });
      case 'types': {
        const kinds = asList(value).map((type) => [names.value(formatMediaType(toKey(type)), toKey(type))]);
        return language.format('limit.types', { ...of, types: language.list(kinds, 'conjunction') });
      }
      case 'bytes':
        return language.format('limit.bytes', {
          ...of,
          size: formatFileSize(toNumberOrZero(value), context),
        });
      case 'timeoutMs':
        return language.format('limit.timeoutMs', { ...of, count: toNumberOrZero(value) / 1000 });
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
    return language.format(key, { field: names.field(field, context.types), value: sentence });
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
