import { getDateShift, getFactOfOperand, isOperation, parseOperation } from '../../conditions/condition.ts';
import { countSegment, itemSegment } from '../../conditions/inner-facts.ts';
import { quantifiers } from '../../conditions/quantified.ts';
import { getOwnMember } from '../../json-schema/values.ts';
import { isFilteredFact } from '../../model/effects.ts';
import { getFactPath, getOptionsField } from '../../model/fact-names.ts';
import { findFact } from '../../model/facts.ts';
import { findPresetReference, isUnquotedFact } from '../../preset/rules.ts';
import { englishCatalogue, type SentenceKey } from './catalogue.ts';
import type { LanguageTools } from './language-tools.ts';
import type { DisplayNames } from './names.ts';
import type { Sentence, SentencePart } from './sentence.ts';

export interface SentenceContext {
  readonly names: DisplayNames;
  readonly language: LanguageTools;
  /** True if the clause qualifies a noun: an office, an enquiry type, a choice or an item of a list. */
  readonly qualifiesNoun?: boolean;
  /** The dotted path of the list whose items the condition is about. */
  readonly list?: string;
  /** The field whose choices the condition filters. */
  readonly field?: string;
  /**
   * The keys of the types to which the sentence applies; fields have the labels of these types. Absent: all
   * types.
   */
  readonly types?: readonly string[];
  /**
   * Present if a clause about an effect begins its sentence. Languages that put the verb second then put the
   * place, which is empty or begins with a space, inside the clause.
   */
  readonly opening?: { readonly where: Sentence };
}

/**
 * Describes a condition, as rules write it or as it is compiled. A part that cannot be read, such as an
 * absent condition, is described as such. Never throws.
 * @param isPositive Pass false to describe the negation of the condition.
 */
export function describeCondition(condition: unknown, context: SentenceContext, isPositive = true): Sentence {
  const { connector, clauses } = splitClauses(condition, context, isPositive);
  if (clauses.length === 0) return context.language.format(connector === 'and' ? 'always' : 'never');
  return context.language.list(
    clauses.map(({ sentence }) => sentence),
    connector === 'and' ? 'conjunction' : 'disjunction',
  );
}

/**
 * Clauses and the word between them. Without clauses the condition is always true (`and`) or never (`or`).
 */
interface JoinedClauses {
  readonly connector: 'and' | 'or';
  readonly clauses: readonly { readonly sentence: Sentence }[];
}

/**
 * Splits a condition into clauses without nested negations: "not both" becomes "not the one or not the
 * other". A group inside with another connector becomes one clause.
 */
function splitClauses(condition: unknown, context: SentenceContext, isPositive: boolean): JoinedClauses {
  const { operator, operands } = isOperation(condition) ? parseOperation(condition) : noOperation;
  if (operator === '!') {
    const [inner] = operands;
    if (typeof inner === 'boolean') return { connector: inner === isPositive ? 'or' : 'and', clauses: [] };
    return splitClauses(inner, context, !isPositive);
  }
  if (operator !== 'and' && operator !== 'or')
    return {
      connector: 'and',
      clauses: [{ sentence: describeSingleClause(condition, context, isPositive) }],
    };
  const connector = (operator === 'and') === isPositive ? 'and' : 'or';
  const clauses = operands.flatMap((operand) => {
    const inner = splitClauses(operand, context, isPositive);
    const isPlain = inner.connector === connector || inner.clauses.length === 1;
    if (isPlain && inner.clauses.length > 0) return inner.clauses;
    const clause = describeCondition(operand, context, isPositive);
    return [{ sentence: inner.clauses.length > 1 ? context.language.format('group', { clause }) : clause }];
  });
  return { connector, clauses };
}

const noOperation = { operator: '', operands: [] as readonly unknown[] };

/** Describes a condition that is not joined by `and` or `or` and not negated by `!`. */
function describeSingleClause(condition: unknown, context: SentenceContext, isPositive: boolean): Sentence {
  if (typeof condition === 'boolean')
    return context.language.format(condition === isPositive ? 'always' : 'never');
  if (!isOperation(condition)) return context.language.format('unknown');
  const { operator, operands } = parseOperation(condition);
  const [left, right] = operands;
  if (operator === 'var')
    return typeof left === 'string'
      ? addWhereIfNeeded(left, describeFactPresence(left, context, isPositive), context)
      : context.language.format('unknown');
  if (quantifiers.includes(operator))
    return addWhereIfNeeded(
      getFactOfOperand(left) ?? '',
      describeQuantifier(operator, operands, context, isPositive),
      context,
    );
  const fact = getFactOfOperand(left) ?? getFactOfOperand(right);
  if (fact === undefined || right === undefined) return context.language.format('unknown');
  // The operand about the noun (the filtered thing, the item) is the subject of the clause.
  const isTurned =
    ['==', '!='].includes(operator) &&
    getFactOfOperand(right) !== undefined &&
    (getFactOfOperand(left) === undefined ||
      (context.qualifiesNoun === true && !isPropertyOfNoun(getFactOfOperand(left), context)));
  const [subject, object] = isTurned ? [right, left] : [left, right];
  const sentence = describeComparison(operator, subject, object, context, isPositive);
  const first = operator === 'in' && getFactOfOperand(subject) === undefined ? object : subject;
  return addWhereIfNeeded(getFactOfOperand(first) ?? fact, sentence, context);
}

/**
 * Begins a clause with "where" if it follows a noun (a filtered thing, an item …) but is about something
 * else.
 */
function addWhereIfNeeded(fact: unknown, sentence: Sentence, context: SentenceContext): Sentence {
  const needsNoWhere = !context.qualifiesNoun || isPropertyOfNoun(fact, context);
  return needsNoWhere ? sentence : context.language.format('where', { clause: sentence });
}

/** Returns true if a fact is a property of a filtered thing or of a list item. */
function isPropertyOfNoun(fact: unknown, context: SentenceContext): boolean {
  return typeof fact === 'string' && (isFilteredFact(fact) || getItemPath(fact, context) !== undefined);
}

/** Describes that a fact is true or has a value; if `isPositive` is false, that it is false or has none. */
function describeFactPresence(fact: string, context: SentenceContext, isPositive: boolean): Sentence {
  const { language, names } = context;
  const ownMessage = findBooleanFactSentence(fact, context, isPositive);
  if (ownMessage !== undefined) return ownMessage;
  const kind = getFactValueKind(fact, context);
  const isAnswer = getFactPath(fact) !== undefined || getItemPath(fact, context) !== undefined;
  const key = kind === 'boolean' ? 'ticked' : isAnswer ? 'answered' : kind === 'list' ? 'listed' : 'given';
  return language.format(isPositive ? key : `not-${key}`, {
    fact: describeFact(fact, { ...context, names }),
  });
}

/**
 * Returns the sentence for a fact with separate messages for true and false, or for the fact that a field has
 * options; undefined for any other fact.
 */
function findBooleanFactSentence(
  fact: string,
  context: SentenceContext,
  isPositive: boolean,
): Sentence | undefined {
  const { language, names } = context;
  const start = isPositive ? 'yes' : 'no';
  const field = getOptionsField(fact);
  if (field !== undefined)
    return language.format(`${start}.options`, { field: names.field(field, context.types) });
  const key = `${start}.${fact}`;
  return isSentenceKey(key) ? language.format(key) : undefined;
}

/** Returns true for a key of a message in the catalogues. */
function isSentenceKey(key: string): key is SentenceKey {
  return Object.hasOwn(englishCatalogue, key);
}

/** Describes a comparison by `==`, `!=`, `in`, `<`, `<=`, `>` or `>=`; any other operator as unreadable. */
function describeComparison(
  operator: string,
  left: unknown,
  right: unknown,
  context: SentenceContext,
  isPositive: boolean,
): Sentence {
  const { language } = context;
  /** Formats the message of a comparison; its negation (`not-…`) if `positive` is false. */
  const formatComparison = (key: ComparisonKey, subject: Sentence, value: Sentence, positive = isPositive) =>
    language.format(positive ? key : `not-${key}`, { fact: subject, value });
  const fact = getFactOfOperand(left);
  const listed = getFactOfOperand(right);
  if (operator === 'in') {
    if (listed !== undefined) {
      const value =
        fact === undefined ? describeConstant(left, listed, context) : describeOperand(left, context);
      if (fact !== undefined) return formatComparison('among', value, describeFact(listed, context));
      const isAnswer = getFactPath(listed) !== undefined || getItemPath(listed, context) !== undefined;
      return formatComparison(isAnswer ? 'chosen' : 'has', describeFact(listed, context), value);
    }
    const values = (Array.isArray(right) ? right : [right]).map((each) =>
      describeConstant(each, fact ?? '', context),
    );
    return formatComparison('is', describeOperand(left, context), language.list(values, 'disjunction'));
  }
  const subject = fact ?? listed ?? '';
  /** Describes a fact, or a constant as a value of the fact on the other side. */
  const describeSide = (operand: unknown) =>
    getFactOfOperand(operand) === undefined
      ? describeConstant(operand, subject, context)
      : describeOperand(operand, context);
  if (operator === '==' || operator === '!=') {
    const isEqual = (operator === '==') === isPositive;
    const own =
      typeof right === 'boolean' && fact
        ? findBooleanFactSentence(fact, context, right === isEqual)
        : undefined;
    return own ?? formatComparison('is', describeSide(left), describeSide(right), isEqual);
  }
  const kind = getFactValueKind(subject, context);
  const keys = kind === 'number' || kind === 'unknown' ? numberComparisons : dateComparisons;
  const key = getOwnMember(keys, operator);
  if (key === undefined) return language.format('unknown');
  const object = describeSide(right);
  const isAlphabetical = kind === 'text' || kind === 'id';
  return formatComparison(
    key,
    describeSide(left),
    isAlphabetical ? language.format('alphabet', { text: object }) : object,
  );
}

type ComparisonKey =
  | ('is' | 'has' | 'chosen' | 'among')
  | ('less' | 'at-most' | 'more' | 'at-least')
  | ('before' | 'until' | 'after' | 'since');

/** The messages for comparisons of numbers, by operator. */
const numberComparisons: Readonly<Record<string, ComparisonKey>> = {
  '<': 'less',
  '<=': 'at-most',
  '>': 'more',
  '>=': 'at-least',
};

/** The messages for comparisons of days, times and texts, by operator. */
const dateComparisons: Readonly<Record<string, ComparisonKey>> = {
  '<': 'before',
  '<=': 'until',
  '>': 'after',
  '>=': 'since',
};

/** Describes a condition on the items of a list: `some`, `all` or `none`. */
function describeQuantifier(
  operator: string,
  [list, asked]: readonly unknown[],
  context: SentenceContext,
  isPositive: boolean,
): Sentence {
  const { language } = context;
  const fact = getFactOfOperand(list) ?? '';
  const place = getFactPath(fact);
  const inner = { ...context, isOfNoun: true, ...(place !== undefined && { list: place }) };
  const key =
    operator === 'all'
      ? isPositive
        ? 'all'
        : 'not-all'
      : (operator === 'some') === isPositive
        ? 'some'
        : 'none';
  return language.format(key, { list: describeFact(fact, context), asked: describeCondition(asked, inner) });
}

/** Describes a fact, a shifted date or a constant. Which fact the constant belongs to is not known. */
export function describeOperand(operand: unknown, context: SentenceContext): Sentence {
  const fact = getFactOfOperand(operand);
  if (fact === undefined) return describeConstant(operand, '', context);
  const shift = getDateShift(operand);
  const sentence = describeFact(fact, context);
  if (shift === undefined) return sentence;
  const { count, unit } = shift;
  const key = `${unit}-${count < 0 ? 'before' : 'after'}`;
  return isSentenceKey(key)
    ? context.language.format(key, { count: Math.abs(count), date: sentence })
    : context.language.format('unknown');
}

/** Describes a fact as the subject of a clause: "the site", "the number of entries in “Guests”". */
export function describeFact(fact: string, context: SentenceContext): Sentence {
  const { language, names, list } = context;
  const inItem = getItemPath(fact, context);
  if (inItem !== undefined) {
    const steps = inItem.split('.').slice((list ?? '').split('.').length + 1);
    return steps.length === 0
      ? language.format('fact.item.value')
      : language.format('fact.item', { name: names.quoteNestedField(inItem.split('.')) });
  }
  const place = getFactPath(fact);
  if (place !== undefined) {
    const [field = '', ...steps] = place.split('.');
    if (steps.length === 0)
      return language.format('fact.values', { field: names.field(field, context.types) });
    if (steps.at(-1) === countSegment) {
      const counted = place.split('.').slice(0, -1);
      const sentence =
        counted.length === 1 ? names.field(field, context.types) : names.quoteNestedField(counted);
      return language.format('fact.count', { field: sentence });
    }
    return language.format('fact.inside', {
      place: names.quoteNestedField(place.split('.')),
      field: names.field(field, context.types),
    });
  }
  const offered = getOptionsField(fact);
  if (offered !== undefined)
    return language.format('fact.options', { field: names.field(offered, context.types) });
  const key = `fact.${fact}`;
  if (isSentenceKey(key)) return language.format(key);
  if (fact.startsWith('item.'))
    return language.format('fact.item', {
      name: quoteText(replaceSeparatorsBySpaces(fact.slice(5)), context),
    });
  return language.format('fact.other', { name: quoteText(replaceSeparatorsBySpaces(fact), context) });
}

/** Replaces dots and underscores by spaces, and trims. */
function replaceSeparatorsBySpaces(name: string): string {
  return name.replaceAll(/[._]+/g, ' ').trim();
}

/**
 * Returns the full path of a fact of a list item (`crew.each.age`). Rules write the fact as `age`, compiled
 * rules as `each.age`. A name that is neither a fact nor known to the form counts as part of the item.
 * Undefined if the fact is not part of an item, or if the condition is not about a list.
 */
function getItemPath(fact: unknown, { list, names }: SentenceContext): string | undefined {
  if (list === undefined || typeof fact !== 'string') return undefined;
  const own =
    fact.startsWith(`${itemSegment}.`) || fact === itemSegment || fact === ''
      ? fact
      : `${itemSegment}.${fact}`;
  const place = `${list}.${own === '' ? itemSegment : own}`;
  const isKnown = names.getFieldType(place) !== undefined;
  const looksLike = fact === '' || fact === itemSegment || fact.startsWith(`${itemSegment}.`);
  // A name that the form does not know belongs to the item, unless it is the name of a fact.
  return isKnown || looksLike || (findFact(fact) === undefined && !fact.startsWith('item.'))
    ? place
    : undefined;
}

type FactValueKind =
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

/**
 * Returns the kind of a fact's values: `text` if no fact declares it or its values may be of any kind,
 * `unknown` for an unknown field.
 */
export function getFactValueKind(fact: string, context: SentenceContext): FactValueKind {
  const place = getItemPath(fact, context) ?? getFactPath(fact);
  if (place !== undefined) return context.names.getFieldType(place)?.kind ?? 'unknown';
  const kind = findFact(fact)?.kind;
  return kind === undefined || kind === 'value' ? 'text' : kind;
}

/**
 * Describes a constant or an array as a value of a fact: an office, the label of a choice, a day. Null and
 * objects are described as unreadable.
 * @param fact The name of the fact; empty if it is not known.
 */
export function describeConstant(value: unknown, fact: string, context: SentenceContext): Sentence {
  const { names, language } = context;
  if (Array.isArray(value))
    return language.list(
      value.map((each) => describeConstant(each, fact, context)),
      'conjunction',
    );
  if (typeof value === 'boolean')
    return [names.value(language.format(value ? 'yes' : 'no').join(''), String(value))];
  if (value === '') return language.format('empty');
  if (typeof value !== 'string' && typeof value !== 'number') return language.format('unknown');
  const own = findContentReference(value, fact, context);
  if (own !== undefined) return [own];
  const kind = getFactValueKind(fact, context);
  if (typeof value === 'number' && (fact === '' || kind !== 'text'))
    return [names.value(language.number(value), String(value))];
  if (kind === 'date') return [names.value(language.day(String(value)), String(value))];
  const choosing = fact === 'item.value' ? context.field : getFactPath(fact)?.split('.')[0];
  if (choosing !== undefined && !getFactPath(fact)?.includes('.')) return [names.choice(choosing, value)];
  return [isUnquotedFact(fact) ? names.value(String(value)) : quoteText(String(value), context)];
}

/**
 * Returns a reference to an enquiry type or to the preset's content; undefined for any other fact. The fact
 * `item.value` counts as the field whose choices are filtered.
 */
function findContentReference(
  value: string | number,
  fact: string,
  { names, field }: SentenceContext,
): SentencePart | undefined {
  if (fact === 'type') return names.type(String(value));
  return findPresetReference({ fact: fact === 'item.value' ? `values.${field}` : fact, value }, names);
}

/** Returns a text in the quotation marks of the language, as one part of a sentence. */
export function quoteText(text: string, { language, names }: SentenceContext): SentencePart {
  return { ...names.value(text), said: language.format('quoted', { text }).join('') };
}
