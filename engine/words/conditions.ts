import { factOperand, isOperation, operationOf, shiftOf } from '../conditions/condition.ts';
import { quantifiers } from '../conditions/quantified.ts';
import { optionsOfFact, placeOfFact } from '../fact-names.ts';
import { factOf } from '../facts.ts';
import { countStep, itemStep } from '../inner-facts.ts';
import { ownMember } from '../json-schema/values.ts';
import { officeField } from '../names.ts';
import type { Catalogue, WordKey } from './catalogue.ts';
import { en } from './catalogues/en.ts';
import type { Names } from './names.ts';
import type { Part, Sentence } from './sentence.ts';
import type { Speaker } from './speaker.ts';

/** The names, the language and the surroundings that a sentence is written with. */
export interface Telling {
  readonly names: Names;
  readonly speaker: Speaker;
  /** True if the clause qualifies a noun: an office, an enquiry type, a choice or an item of a list. */
  readonly isOfNoun?: boolean;
  /** The list whose items a condition is about, or the field whose choices are filtered. */
  readonly list?: string;
  readonly field?: string;
  /**
   * The keys of the types to which the sentence applies; fields have the labels of these types. Absent: all
   * types.
   */
  readonly types?: readonly string[];
}

/**
 * Describes a condition, as rules write it or as it is compiled, as joined clauses. Never throws.
 * @param isPositive False describes the negation of the condition.
 */
export function sayCondition(condition: unknown, telling: Telling, holds = true): Sentence {
  const { connector, clauses } = clausesOf(condition, telling, holds);
  if (clauses.length === 0) return telling.speaker.say(connector === 'and' ? 'always' : 'never');
  return telling.speaker.list(
    clauses.map(({ said }) => said),
    connector === 'and' ? 'conjunction' : 'disjunction',
  );
}

interface Clauses {
  readonly connector: 'and' | 'or';
  readonly clauses: readonly { readonly said: Sentence }[];
}

/**
 * Splits a condition into clauses without nested negations: "not both" becomes "not the one or not the
 * other".
 */
function clausesOf(condition: unknown, telling: Telling, holds: boolean): Clauses {
  const { operator, operands } = isOperation(condition) ? operationOf(condition) : nothing;
  if (operator === '!') {
    const [inner] = operands;
    if (typeof inner === 'boolean') return { connector: inner === holds ? 'or' : 'and', clauses: [] };
    return clausesOf(inner, telling, !holds);
  }
  if (operator !== 'and' && operator !== 'or')
    return { connector: 'and', clauses: [{ said: clause(condition, telling, holds) }] };
  const connector = (operator === 'and') === holds ? 'and' : 'or';
  const clauses = operands.flatMap((operand) => {
    const inner = clausesOf(operand, telling, holds);
    const isPlain = inner.connector === connector || inner.clauses.length === 1;
    if (isPlain && inner.clauses.length > 0) return inner.clauses;
    const said = sayCondition(operand, telling, holds);
    return [{ said: inner.clauses.length > 1 ? telling.speaker.say('group', { clause: said }) : said }];
  });
  return { connector, clauses };
}

const nothing = { operator: '', operands: [] as readonly unknown[] };

function clause(condition: unknown, telling: Telling, holds: boolean): Sentence {
  if (typeof condition === 'boolean') return telling.speaker.say(condition === holds ? 'always' : 'never');
  if (!isOperation(condition)) return telling.speaker.say('unknown');
  const { operator, operands } = operationOf(condition);
  const [left, right] = operands;
  if (operator === 'var')
    return typeof left === 'string'
      ? following(left, isGiven(left, telling, holds), telling)
      : telling.speaker.say('unknown');
  if (quantifiers.includes(operator))
    return following(factOperand(left) ?? '', quantified(operator, operands, telling, holds), telling);
  const fact = factOperand(left) ?? factOperand(right);
  if (fact === undefined || right === undefined) return telling.speaker.say('unknown');
  // The operand about the noun (the office, the item) is the subject of the clause.
  const isTurned =
    ['==', '!='].includes(operator) &&
    factOperand(right) !== undefined &&
    (factOperand(left) === undefined || (telling.isOfNoun === true && !isOfNoun(factOperand(left), telling)));
  const [subject, object] = isTurned ? [right, left] : [left, right];
  const said = compares(operator, subject, object, telling, holds);
  const first = operator === 'in' && factOperand(subject) === undefined ? object : subject;
  return following(factOperand(first) ?? fact, said, telling);
}

/** Begins a clause with "where" if it qualifies a noun and is about something else. */
function following(fact: unknown, said: Sentence, telling: Telling): Sentence {
  const isAbout = !telling.isOfNoun || isOfNoun(fact, telling);
  return isAbout ? said : telling.speaker.say('where', { clause: said });
}

function isOfNoun(fact: unknown, telling: Telling): boolean {
  return (
    typeof fact === 'string' &&
    (/^(?:office|candidate|item)\./.test(fact) || itemPlace(fact, telling) !== undefined)
  );
}

function isGiven(fact: string, telling: Telling, holds: boolean): Sentence {
  const { speaker, names } = telling;
  const own = yesOrNo(fact, telling, holds);
  if (own !== undefined) return own;
  const kind = kindOf(fact, telling);
  const isAnswer = placeOfFact(fact) !== undefined || itemPlace(fact, telling) !== undefined;
  const key = kind === 'boolean' ? 'ticked' : isAnswer ? 'answered' : kind === 'list' ? 'listed' : 'given';
  return speaker.say(holds ? key : `not-${key}`, { fact: sayFact(fact, { ...telling, names }) });
}

/** Boolean facts have one message for true and one for false. */
function yesOrNo(fact: string, telling: Telling, holds: boolean): Sentence | undefined {
  const { speaker, names } = telling;
  const start = holds ? 'yes' : 'no';
  const field = optionsOfFact(fact);
  if (field !== undefined)
    return speaker.say(`${start}.options`, { field: names.field(field, telling.types) });
  const key = `${start}.${fact}`;
  return isWordKey(key) ? speaker.say(key) : undefined;
}

function isWordKey(key: string): key is WordKey {
  return Object.hasOwn(en satisfies Catalogue, key);
}

function compares(
  operator: string,
  left: unknown,
  right: unknown,
  telling: Telling,
  holds: boolean,
): Sentence {
  const { speaker } = telling;
  const say = (key: ComparisonKey, subject: Sentence, value: Sentence, positive = holds) =>
    speaker.say(positive ? key : `not-${key}`, { fact: subject, value });
  const fact = factOperand(left);
  const listed = factOperand(right);
  if (operator === 'in') {
    if (listed !== undefined) {
      const value = fact === undefined ? sayConstant(left, listed, telling) : sayOperand(left, telling);
      if (fact !== undefined) return say('among', value, sayFact(listed, telling));
      const isAnswer = placeOfFact(listed) !== undefined || itemPlace(listed, telling) !== undefined;
      return say(isAnswer ? 'chosen' : 'has', sayFact(listed, telling), value);
    }
    const values = (Array.isArray(right) ? right : [right]).map((each) =>
      sayConstant(each, fact ?? '', telling),
    );
    return say('is', sayOperand(left, telling), speaker.list(values, 'disjunction'));
  }
  const subject = fact ?? listed ?? '';
  const value = (operand: unknown) =>
    factOperand(operand) === undefined
      ? sayConstant(operand, subject, telling)
      : sayOperand(operand, telling);
  if (operator === '==' || operator === '!=') {
    const isEqual = (operator === '==') === holds;
    const own = typeof right === 'boolean' && fact ? yesOrNo(fact, telling, right === isEqual) : undefined;
    return own ?? say('is', value(left), value(right), isEqual);
  }
  const kind = kindOf(subject, telling);
  const keys = kind === 'number' || kind === 'unknown' ? amounts : moments;
  const key = ownMember(keys, operator);
  if (key === undefined) return speaker.say('unknown');
  const object = value(right);
  const isAlphabetical = kind === 'text' || kind === 'id';
  return say(key, value(left), isAlphabetical ? speaker.say('alphabet', { text: object }) : object);
}

type ComparisonKey =
  | ('is' | 'has' | 'chosen' | 'among')
  | ('less' | 'at-most' | 'more' | 'at-least')
  | ('before' | 'until' | 'after' | 'since');

const amounts: Readonly<Record<string, ComparisonKey>> = {
  '<': 'less',
  '<=': 'at-most',
  '>': 'more',
  '>=': 'at-least',
};

const moments: Readonly<Record<string, ComparisonKey>> = {
  '<': 'before',
  '<=': 'until',
  '>': 'after',
  '>=': 'since',
};

function quantified(
  operator: string,
  [list, asked]: readonly unknown[],
  telling: Telling,
  holds: boolean,
): Sentence {
  const { speaker } = telling;
  const fact = factOperand(list) ?? '';
  const place = placeOfFact(fact);
  const inner = { ...telling, isOfNoun: true, ...(place !== undefined && { list: place }) };
  const key =
    operator === 'all' ? (holds ? 'all' : 'not-all') : (operator === 'some') === holds ? 'some' : 'none';
  return speaker.say(key, { list: sayFact(fact, telling), asked: sayCondition(asked, inner) });
}

/** Describes a fact, a shifted date or a constant whose fact is unknown. */
export function sayOperand(operand: unknown, telling: Telling): Sentence {
  const fact = factOperand(operand);
  if (fact === undefined) return sayConstant(operand, '', telling);
  const shift = shiftOf(operand);
  const said = sayFact(fact, telling);
  if (shift === undefined) return said;
  const { count, unit } = shift;
  const key = `${unit}-${count < 0 ? 'before' : 'after'}`;
  return isWordKey(key)
    ? telling.speaker.say(key, { count: Math.abs(count), date: said })
    : telling.speaker.say('unknown');
}

export function sayFact(fact: string, telling: Telling): Sentence {
  const { speaker, names, list } = telling;
  const inItem = itemPlace(fact, telling);
  if (inItem !== undefined) {
    const steps = inItem.split('.').slice((list ?? '').split('.').length + 1);
    return steps.length === 0
      ? speaker.say('fact.item.value')
      : speaker.say('fact.item', { name: names.place(inItem.split('.')) });
  }
  const place = placeOfFact(fact);
  if (place !== undefined) {
    const [field = '', ...steps] = place.split('.');
    if (steps.length === 0) return speaker.say('fact.values', { field: names.field(field, telling.types) });
    if (steps.at(-1) === countStep) {
      const counted = place.split('.').slice(0, -1);
      const said = counted.length === 1 ? names.field(field, telling.types) : names.place(counted);
      return speaker.say('fact.count', { field: said });
    }
    return speaker.say('fact.inside', {
      place: names.place(place.split('.')),
      field: names.field(field, telling.types),
    });
  }
  const offered = optionsOfFact(fact);
  if (offered !== undefined)
    return speaker.say('fact.options', { field: names.field(offered, telling.types) });
  const key = `fact.${fact}`;
  if (isWordKey(key)) return speaker.say(key);
  if (fact.startsWith('item.'))
    return speaker.say('fact.item', { name: quoted(spaced(fact.slice(5)), telling) });
  return speaker.say('fact.other', { name: quoted(spaced(fact), telling) });
}

function spaced(name: string): string {
  return name.replaceAll(/[._]+/g, ' ').trim();
}

/**
 * Returns the path of a name inside a list item (`crew.each.age`), as rules write it (`age`) or as it is
 * compiled (`each.age`). Undefined if the fact is not part of an item.
 */
function itemPlace(fact: unknown, { list, names }: Telling): string | undefined {
  if (list === undefined || typeof fact !== 'string') return undefined;
  const own =
    fact.startsWith(`${itemStep}.`) || fact === itemStep || fact === '' ? fact : `${itemStep}.${fact}`;
  const place = `${list}.${own === '' ? itemStep : own}`;
  const isKnown = names.natureOf(place) !== undefined;
  const looksLike = fact === '' || fact === itemStep || fact.startsWith(`${itemStep}.`);
  // A name that the form does not know belongs to the item, unless it is the name of a fact.
  return isKnown || looksLike || (factOf(fact) === undefined && !fact.startsWith('item.'))
    ? place
    : undefined;
}

type Kind =
  | 'boolean'
  | 'number'
  | 'date'
  | 'time'
  | 'date-time'
  | 'text'
  | 'id'
  | 'list'
  | 'type'
  | 'object'
  | 'unknown';

export function kindOf(fact: string, telling: Telling): Kind {
  const place = itemPlace(fact, telling) ?? placeOfFact(fact);
  if (place !== undefined) return telling.names.natureOf(place)?.kind ?? 'unknown';
  const kind = factOf(fact)?.kind;
  return kind === undefined || kind === 'value' ? 'text' : kind;
}

export function sayConstant(value: unknown, fact: string, telling: Telling): Sentence {
  const { names, speaker } = telling;
  if (Array.isArray(value))
    return speaker.list(
      value.map((each) => sayConstant(each, fact, telling)),
      'conjunction',
    );
  if (typeof value === 'boolean')
    return [names.value(speaker.say(value ? 'yes' : 'no').join(''), String(value))];
  if (value === '') return speaker.say('empty');
  if (typeof value !== 'string' && typeof value !== 'number') return speaker.say('unknown');
  const own = contentNamed(value, fact, telling);
  if (own !== undefined) return [own];
  const kind = kindOf(fact, telling);
  if (typeof value === 'number' && (fact === '' || kind !== 'text'))
    return [names.value(speaker.number(value), String(value))];
  if (kind === 'date') return [names.value(speaker.day(String(value)), String(value))];
  const choosing = fact === 'item.value' ? telling.field : placeOfFact(fact)?.split('.')[0];
  if (choosing !== undefined && !placeOfFact(fact)?.includes('.')) return [names.choice(choosing, value)];
  return [
    /^(?:office\.|selectedOffice\.)services$/.test(fact)
      ? names.value(String(value))
      : quoted(String(value), telling),
  ];
}

/** Returns the name of an enquiry type, a site or an office; undefined for any other fact. */
function contentNamed(value: string | number, fact: string, { names, field }: Telling): Part | undefined {
  switch (fact === 'item.value' ? `values.${field}` : fact) {
    case 'type':
      return names.type(String(value));
    case 'site.id':
    case 'office.site.id':
      return names.site(value);
    case 'page.selectedOffice':
    case 'office.id':
    case `values.${officeField}`:
      return names.office(value);
    default:
      return undefined;
  }
}

export function quoted(text: string, { speaker, names }: Telling): Part {
  return { ...names.value(text), said: speaker.say('quoted', { text }).join('') };
}
