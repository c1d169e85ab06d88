import { isOperation, operationOf, shiftOf } from '../conditions/condition.ts';
import { asList, asObject, ownMember } from '../json-schema/values.ts';
import type { WordKey } from './catalogue.ts';
import { kindOf, quoted, sayCondition, sayConstant, sayOperand, type Telling } from './conditions.ts';
import type { Sentence } from './sentence.ts';

/** Describes the effects of a rule, one clause each. Never throws. */
export function sayEffects(then: unknown, telling: Telling): readonly Sentence[] {
  return Object.entries(asObject(then)).flatMap(([effect, value]) => sayEffect(effect, value, telling));
}

function sayEffect(effect: string, value: unknown, telling: Telling): readonly Sentence[] {
  const { speaker, names } = telling;
  const { say } = speaker;
  const asked = (condition: unknown, field?: string) =>
    sayCondition(condition, { ...telling, isOfNoun: true, ...(field !== undefined && { field }) });
  const keyed = (sayOne: (given: unknown, field: string) => Sentence | readonly Sentence[]) =>
    Object.entries(asObject(value)).flatMap(([field, given]) => {
      const said = sayOne(given, field);
      return isClauses(said) ? said : [said];
    });
  const conjoined = (items: readonly Sentence[]) => speaker.list(items, 'conjunction');
  switch (effect) {
    case 'excludeTypes': {
      const types = asList(value).map((key) => [names.type(wordOf(key))]);
      return [say(effect, { count: types.length, types: conjoined(types) })];
    }
    case 'preferTypes':
    case 'eligible':
    case 'offer':
      return [say(effect, { asked: asked(value) })];
    case 'hideSection':
      return [say(effect)];
    case 'hide':
    case 'show':
    case 'conceal':
    case 'require':
    case 'disable':
    case 'enable':
    case 'readonly':
      return [
        say(effect, {
          fields: conjoined(asList(value).map((name) => [names.shown(wordOf(name), telling.types)])),
        }),
      ];
    case 'recipient':
      return [
        say(effect, {
          value: isOperation(value) ? sayOperand(value, telling) : names.recipient(wordOf(value)),
        }),
      ];
    case 'destinations':
      return [say(effect, { values: conjoined(asList(value).map((id) => [names.value(wordOf(id))])) })];
    case 'label':
    case 'hint':
      return keyed((key, field) =>
        say(effect, { field: names.field(field, telling.types), text: names.text(wordOf(key)) }),
      );
    case 'options':
      return keyed((set, field) =>
        say(effect, { field: names.field(field, telling.types), options: names.list(wordOf(set)) }),
      );
    case 'filter':
      return keyed((condition, field) =>
        say(effect, { field: names.field(field, telling.types), asked: asked(condition, field) }),
      );
    case 'preset':
      return keyed((given, field) =>
        say(effect, { field: names.field(field, telling.types), value: sayGiven(given, field, telling) }),
      );
    case 'calculate':
      return keyed((expression, field) =>
        say(effect, {
          field: names.field(field, telling.types),
          value: sayCalculation(expression, field, telling),
        }),
      );
    case 'limit':
      return keyed((limits, field) => sayLimits(asObject(limits), field, telling));
    case 'bound':
      return keyed((bounds, field) => sayBounds(asObject(bounds), field, telling));
    default:
      return [say('unknown')];
  }
}

/** Returns a key or an id as a string; empty for any other value. */
function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isClauses(said: Sentence | readonly Sentence[]): said is readonly Sentence[] {
  return said.every((part) => Array.isArray(part));
}

/** Describes a fact, a shifted date, or a constant of the field's own kind. */
function sayGiven(given: unknown, field: string, telling: Telling): Sentence {
  return isOperation(given) ? sayOperand(given, telling) : sayConstant(given, `values.${field}`, telling);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

const mebibyte = 1024 * 1024;

function sayLimits(
  limits: Readonly<Record<string, unknown>>,
  field: string,
  telling: Telling,
): readonly Sentence[] {
  const { speaker, names } = telling;
  const of = { field: names.field(field, telling.types) };
  return Object.entries(limits).map(([limit, value]) => {
    switch (limit) {
      case 'count':
        return speaker.say('limit.count', { ...of, count: numberOf(value) });
      case 'types': {
        const kinds = asList(value).map((type) => [names.value(fileKind(wordOf(type)), wordOf(type))]);
        return speaker.say('limit.types', { ...of, types: speaker.list(kinds, 'conjunction') });
      }
      case 'bytes':
        return speaker.say('limit.bytes', { ...of, size: sizeOf(numberOf(value), telling) });
      case 'timeoutMs':
        return speaker.say('limit.timeoutMs', { ...of, count: numberOf(value) / 1000 });
      default:
        return speaker.say('unknown');
    }
  });
}

/** Returns the short name of a media type. `formatMediaType('image/jpeg') // 'JPEG'` */
export function fileKind(type: string): string {
  return (type.split('/')[1] ?? type).toUpperCase();
}

/** Formats the size of a file. `formatFileSize(5242880, …) // ['5 MiB']` */
export function sizeOf(bytes: number, { speaker }: Telling): Sentence {
  if (bytes % mebibyte === 0) return [`${speaker.number(bytes / mebibyte)} MiB`];
  return bytes % 1024 === 0
    ? [`${speaker.number(bytes / 1024)} KiB`]
    : speaker.say('bytes', { count: bytes });
}

function sayBounds(
  bounds: Readonly<Record<string, unknown>>,
  field: string,
  telling: Telling,
): readonly Sentence[] {
  const { speaker, names } = telling;
  const isOfDays = kindOf(`values.${field}`, telling) === 'date';
  const ends: Readonly<Record<string, WordKey>> = {
    minimum: isOfDays ? 'bound.earliest' : 'bound.minimum',
    maximum: isOfDays ? 'bound.latest' : 'bound.maximum',
    equals: 'bound.equals',
  };
  return Object.entries(bounds).map(([end, value]) => {
    const key = ownMember(ends, end) ?? 'unknown';
    const said =
      typeof value === 'number'
        ? [names.value(speaker.number(value), String(value))]
        : sayGiven(value, field, telling);
    return speaker.say(key, { field: names.field(field, telling.types), value: said });
  });
}

const signs: Readonly<Record<string, string>> = {
  '+': ' + ',
  add: ' + ',
  '-': ' − ',
  '*': ' × ',
  '/': ' ÷ ',
};

/** Describes a calculation, as rules write it or as it is compiled. */
function sayCalculation(expression: unknown, field: string, telling: Telling, isInside = false): Sentence {
  const { speaker } = telling;
  if (!isOperation(expression))
    return typeof expression === 'string'
      ? [quoted(expression, telling)]
      : sayConstant(expression, '', telling);
  const { operator, operands } = operationOf(expression);
  if (operator === 'var' || (operator === '+' && shiftOf(expression) && typeof operands[2] === 'string'))
    return sayOperand(expression, telling);
  const inner = operands.map((operand) => sayCalculation(operand, field, telling, true));
  const sign = ownMember(signs, operator);
  if (sign !== undefined) {
    const sum = inner.flatMap((part, index) => (index === 0 ? part : [sign, ...part]));
    return isInside ? speaker.say('group', { clause: sum }) : sum;
  }
  switch (operator) {
    case 'days':
    case 'months':
    case 'years':
      return speaker.say(`${operator}-between`, { from: inner[0] ?? [], to: inner[1] ?? [] });
    case 'cat':
      return speaker.say('joined', {
        parts: inner.flatMap((part, index) => (index === 0 ? part : [' ', ...part])),
      });
    default:
      return speaker.say('unknown');
  }
}
