import { isOperation, parseOperation } from '../../conditions/condition.ts';
import { asObject } from '../../json-schema/values.ts';
import type { Id } from '../../model/types.ts';
import { presetPlaces } from '../../preset/rules.ts';
import type { SentenceContext } from './conditions.ts';
import type { Sentence } from './sentence.ts';

/** A condition, split into clauses about the place (type, site, modal, landing page) and the rest. */
export interface SplitCondition {
  /**
   * Phrases of place: "on international sites", "for Careers". At most one of each kind, in the order of
   * `placeKinds`.
   */
  readonly places: readonly Sentence[];
  /** The condition without the places. Absent if nothing else is left. */
  readonly rest?: unknown;
}

/**
 * Separates the clauses about places from a condition whose clauses are joined by `and`. Clauses inside an
 * `or` and a second clause of the same kind remain in `rest`. An absent condition has neither places nor a
 * rest.
 */
export function splitPlaces(condition: unknown, context: SentenceContext): SplitCondition {
  if (condition === undefined) return { places: [] };
  const places = new Map<PlaceKind, Sentence>();
  const others: unknown[] = [];
  for (const part of splitConjunction(condition, true)) {
    const place = findPlace(part, context);
    if (place === undefined || places.has(place.kind))
      others.push(part.isPositive ? part.condition : { '!': part.condition });
    else places.set(place.kind, place.sentence);
  }
  const ordered = placeKinds.flatMap((kind) => {
    const sentence = places.get(kind);
    return sentence === undefined ? [] : [sentence];
  });
  if (places.size === 0) return { places: ordered, rest: condition };
  if (others.length === 0) return { places: ordered };
  return { places: ordered, rest: others.length === 1 ? others[0] : { and: others } };
}

/** The kinds of places, in the order in which a sentence names them. */
const placeKinds: readonly PlaceKind[] = ['type', 'site', ...Object.values(presetPlaces)];

type PlaceKind = 'type' | 'site' | PresetPlace;

type PresetPlace = (typeof presetPlaces)[keyof typeof presetPlaces];

/** The kinds of place by the boolean fact that a clause reads. */
const booleanPlaces: Readonly<Record<string, PresetPlace>> = presetPlaces;

/** One of the clauses that must all be true; it is negated if `isPositive` is false. */
interface Conjunct {
  readonly condition: unknown;
  readonly isPositive: boolean;
}

/**
 * Splits a condition, or its negation if `isPositive` is false, into clauses that must all be true. A clause
 * with `isPositive: false` is negated.
 */
function splitConjunction(condition: unknown, isPositive: boolean): readonly Conjunct[] {
  const { operator, operands } = parseIfOperation(condition);
  if (operator === '!') return splitConjunction(operands[0], !isPositive);
  const isConjunction = operator === (isPositive ? 'and' : 'or') && operands.length > 0;
  return isConjunction
    ? operands.flatMap((operand) => splitConjunction(operand, isPositive))
    : [{ condition, isPositive }];
}

/** Returns the operator and the operands of an operation; an empty operator for any other condition. */
function parseIfOperation(condition: unknown): {
  readonly operator: string;
  readonly operands: readonly unknown[];
} {
  return isOperation(condition) ? parseOperation(condition) : { operator: '', operands: [] };
}

interface Place {
  readonly kind: PlaceKind;
  readonly sentence: Sentence;
}

/** Returns the place that a clause names or, if it is negated, excludes; undefined for any other clause. */
function findPlace({ condition, isPositive }: Conjunct, context: SentenceContext): Place | undefined {
  const { language, names } = context;
  const { operator, operands } = parseIfOperation(condition);
  const [left, right] = operands;
  const fact = operator === 'var' ? left : asObject(left).var;
  if (typeof fact !== 'string') return undefined;
  const isTrue = isPositive !== (operator === '!=');
  const kind = Object.hasOwn(booleanPlaces, fact) ? booleanPlaces[fact] : undefined;
  if (kind !== undefined) {
    const value = operator === 'var' ? true : isEquality(operator) ? right : undefined;
    if (typeof value !== 'boolean') return undefined;
    return { kind, sentence: language.format(value === isTrue ? `place.${kind}` : `place.not-${kind}`) };
  }
  const ids = listComparedIds(operator, right);
  if (ids === undefined || (fact !== 'type' && fact !== 'site.id')) return undefined;
  const values = language.list(
    ids.map((id): Sentence => [fact === 'type' ? names.type(String(id)) : names.site(id)]),
    'conjunction',
  );
  const named = fact === 'type' ? 'type' : 'site';
  return {
    kind: named,
    sentence: language.format(isTrue ? `place.${named}` : `place.not-${named}`, { values }),
  };
}

/** Returns true for `==` and `!=`. */
function isEquality(operator: string): boolean {
  return operator === '==' || operator === '!=';
}

/**
 * Returns the ids in a comparison by `==`, `!=` or `in`; undefined for any other comparison and for an empty
 * list.
 */
function listComparedIds(operator: string, value: unknown): readonly Id[] | undefined {
  if (isEquality(operator)) return isId(value) ? [value] : undefined;
  return operator === 'in' && Array.isArray(value) && value.length > 0 && value.every(isId)
    ? value
    : undefined;
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}
