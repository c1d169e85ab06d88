import { asList, asObject, isSameJson } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { addRule, listRules, removeRule, setRule, type WrittenRule } from '../rules.ts';
import { slugify } from './free-names.ts';
import { getTypeFolder } from './members.ts';
import { type FieldAddress, getOutlineFieldKind, listOutlineTypes, listTypeFieldNames } from './outline.ts';

/** The end of a bound of a day or a number. */
export type BoundEnd = 'minimum' | 'maximum';

/** The day or the number with which a field is compared. */
export interface FieldComparison {
  /** The name of a field, with its groups, or `today`. */
  readonly with: string;
  /** The days that are added to it; negative: before it. 0 for numbers. */
  readonly days: number;
}

/** The comparisons of a day or number field by the rule that its properties write, or by one that is equal to it. */
export interface FieldBounds {
  /** The id of the rule. Absent if there is none. */
  readonly rule?: string;
  readonly minimum?: FieldComparison;
  readonly maximum?: FieldComparison;
  /** The ids of other rules that bound the field, in whatever type. */
  readonly others: readonly string[];
}

/** Returns the comparisons of a day or number field in a type. */
export function findFieldBounds(documents: Documents, address: FieldAddress): FieldBounds {
  const bounding = listRules(documents).filter(({ then }) =>
    Object.hasOwn(asObject(then.bound), address.field),
  );
  const own =
    bounding.find((rule) => isNamedRule(rule, documents, address) && isOwnRule(rule, documents, address)) ??
    bounding.find((rule) => isOwnRule(rule, documents, address));
  return {
    ...(own && { rule: own.id, ...parseBounds(asObject(own.then.bound)[address.field]) }),
    others: bounding.filter((rule) => rule !== own).map(({ id }) => id),
  };
}

/**
 * Compares one end of a field with another field, or that of a day with the current day, by one rule about this field: writes
 * it with the description, changes it, or removes it if nothing is compared any more. A rule of another origin that
 * says the same, as that of a template, is changed too, with the description. Other rules stay the same.
 * @param options.compared Undefined: this end is not compared.
 */
export function setFieldBound(
  documents: Documents,
  address: FieldAddress,
  {
    end,
    compared,
    description,
  }: {
    readonly end: BoundEnd;
    readonly compared: FieldComparison | undefined;
    readonly description: string;
  },
): readonly Patch[] {
  const { rule: id, minimum, maximum } = findFieldBounds(documents, address);
  const ends = { minimum, maximum, [end]: compared };
  const bound = Object.fromEntries(
    Object.entries(ends).flatMap(([name, one]) => (one ? [[name, toOperand(one)]] : [])),
  );
  if (Object.keys(bound).length === 0) return id === undefined ? [] : removeRule(documents, id);
  const then = { bound: { [address.field]: bound } };
  const before = listRules(documents).find((rule) => rule.id === id);
  if (before) {
    // The words of another origin may name the days.
    const words = isNamedRule(before, documents, address) ? before.description : description;
    return setRule(documents, before.id, { ...before, description: words, then });
  }
  const when = getTypeCondition(documents, address);
  const rule = { description, ...(when && { when }), then };
  return addRule(documents, { words: getRuleName(documents, address), rule }).patches;
}

/** Returns the id of a rule that the properties of a field write; a number follows if it is taken. */
function getRuleName(documents: Documents, { type, field }: FieldAddress): string {
  const isNumber = getOutlineFieldKind(documents, getTypeFolder(documents, type), field) === 'number';
  return slugify(`${type} ${field} ${isNumber ? 'limits' : 'days'}`, '-');
}

/** Returns true for a rule with an id as the properties of the field write it. */
function isNamedRule({ id }: WrittenRule, documents: Documents, address: FieldAddress): boolean {
  const name = getRuleName(documents, address);
  return id.startsWith(name) && /^(-\d+)?$/.test(id.slice(name.length));
}

/**
 * Returns true for a rule in the form in which the properties of the field write it. Without a condition it must also
 * have such an id if other types have the field, which it bounds too.
 */
function isOwnRule(rule: WrittenRule, documents: Documents, address: FieldAddress): boolean {
  const { when, then, insteadOf } = rule;
  const isOfType = isSameJson(when, createTypeCondition(address.type));
  const isUnlimited =
    when === undefined &&
    (getTypeCondition(documents, address) === undefined || isNamedRule(rule, documents, address));
  return (
    (isOfType || isUnlimited) &&
    insteadOf === undefined &&
    parseBounds(asObject(then.bound)[address.field]) !== undefined &&
    isSameJson(Object.keys(then), ['bound']) &&
    isSameJson(Object.keys(asObject(then.bound)), [address.field])
  );
}

/** Returns the condition that the type is this one. Undefined if no other type has the field. */
function getTypeCondition(documents: Documents, { type, field }: FieldAddress): object | undefined {
  const isShared = listOutlineTypes(documents).some(
    ({ key, folder }) => key !== type && listTypeFieldNames(documents, folder).includes(field),
  );
  return isShared ? createTypeCondition(type) : undefined;
}

/** Returns the condition that the type is this one. */
function createTypeCondition(type: string): object {
  return { '==': [{ var: 'type' }, type] };
}

/** Converts a comparison to an operand of a bound. */
function toOperand({ with: other, days }: FieldComparison): object {
  const day = { var: other === 'today' ? other : `values.${other}` };
  return days === 0 ? day : { '+': [day, days, 'days'] };
}

/** Parses the bounds of a field. Undefined if one of them is no comparison of days. */
function parseBounds(
  bounds: unknown,
): { readonly minimum?: FieldComparison; readonly maximum?: FieldComparison } | undefined {
  const parsed = Object.entries(asObject(bounds)).map(
    ([end, operand]) => [end, parseOperand(operand)] as const,
  );
  const isKnown = parsed.every(([end, one]) => one !== undefined && (end === 'minimum' || end === 'maximum'));
  return isKnown ? Object.fromEntries(parsed) : undefined;
}

/** Parses an operand of a bound. Undefined if it is no field, today or a day shifted by days. */
function parseOperand(operand: unknown): FieldComparison | undefined {
  const shifted = asList(asObject(operand)['+']);
  const fact = asObject(shifted.length > 0 ? shifted[0] : operand).var;
  const days = shifted.length > 0 ? shifted[1] : 0;
  if (typeof fact !== 'string' || typeof days !== 'number') return undefined;
  const compared = { with: fact.replace(/^values\./, ''), days };
  return isSameJson(operand, toOperand(compared)) ? compared : undefined;
}
