import { factsRead } from '../../conditions/condition.ts';
import { fieldsDecidedBy, isAwaited } from '../../effects.ts';
import { fieldOfFact } from '../../fact-names.ts';
import { typeField } from '../../names.ts';
import type { Condition, Effects, Form, FormType, Rule } from '../../types.ts';
import { type KnownType, typesNamed, whereType } from './known-type.ts';

/**
 * The part of a form that decides one enquiry type. If the content lists only that type, the slice resolves
 * as the whole form does. So the work of checking a form grows with the number of types, not with its square.
 */
export interface TypeSlice {
  readonly type: FormType;
  readonly form: Form;
  /** The remaining condition of each rule for this type, by the id of the rule. Absent if nothing remains. */
  readonly conditions: ReadonlyMap<string, Condition>;
}

export function typeSlices(form: Form): readonly TypeSlice[] {
  const rulesOf = rulesByType(form);
  return form.types.map((type) => {
    const conditions = new Map<string, Condition>();
    const names = new Set(type.fields.map(({ name }) => name));
    const known = { key: type.key, hasField: (name: string) => names.has(name) };
    const rules = (rulesOf.get(type.key) ?? []).filter(({ id, when, then }) => {
      const left = when === undefined ? true : whereType(when, known);
      const asked = [...(typeof left === 'boolean' ? [] : [left]), ...askedByValues(then)];
      const [only, ...more] = asked;
      if (only && left !== false) conditions.set(id, more.length === 0 ? only : { and: asked });
      // A field that a rule shows is hidden if the rule never matches, so such a rule belongs to the slice.
      return left !== false || isAwaited(then);
    });
    // Texts decide nothing, and finding them takes longer than everything else. Labels are cached by the
    // hash.
    const hash = `${form.hash} without texts`;
    return { type, form: { ...form, hash, texts: {}, types: [type], rules }, conditions };
  });
}

/**
 * Returns conditions that are always true on answers that filter options, feed calculations or name the
 * recipient, so that each of these answers is tried.
 */
function askedByValues({ filter, recipient, calculate }: Effects): readonly Condition[] {
  return factsRead([Object.values(filter ?? {}), recipient, Object.values(calculate ?? {})])
    .filter((fact) => fieldOfFact(fact) !== undefined)
    .map((fact) => ({ or: [{ var: fact }, { '!': [{ var: fact }] }] }));
}

/** Returns the rules that may concern each type, in their order. */
function rulesByType(form: Form): ReadonlyMap<string, readonly Rule[]> {
  const rulesOf = new Map<string, Rule[]>(form.types.map(({ key }) => [key, []]));
  const keys = [...rulesOf.keys()];
  const havingField = typesByField(form);
  for (const rule of form.rules) {
    const touched = concernsAll(rule.then) ? keys : typesTouched(rule.then, havingField);
    for (const key of isAwaited(rule.then) ? touched : admitted(rule.when, touched))
      rulesOf.get(key)?.push(rule);
  }
  return rulesOf;
}

/**
 * Returns those of some types for which a condition can be true. It is simplified once for each type that it
 * names, and once for all others.
 */
function admitted(when: Condition | undefined, keys: readonly string[]): readonly string[] {
  const named = new Set(typesNamed(when));
  if (when === undefined || named.size === 0) return keys;
  const holds = new Set([...named].filter((key) => whereType(when, anyWith(key)) !== false));
  return whereType(when, anyWith(unnamed)) === false
    ? keys.filter((key) => holds.has(key))
    : keys.filter((key) => holds.has(key) || !named.has(key));
}

function anyWith(key: string): KnownType {
  return { key, hasField: () => true };
}

/** A key that no type has. */
const unnamed = '(another)';

function concernsAll(then: Effects): boolean {
  const { eligible, offer, hideSection, preferTypes, recipient, destinations } = then;
  const isOfAll = [eligible, offer, hideSection, preferTypes, recipient, destinations].some(
    (effect) => effect !== undefined,
  );
  return isOfAll || fieldsDecidedBy(then).includes(typeField);
}

function typesTouched(then: Effects, havingField: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const ofFields = fieldsDecidedBy(then).flatMap((name) => havingField.get(name) ?? []);
  return [...new Set([...(then.excludeTypes ?? []), ...ofFields])];
}

function typesByField(form: Form): ReadonlyMap<string, readonly string[]> {
  const havingField = new Map<string, string[]>();
  for (const { key, fields, blocks = [] } of form.types) {
    for (const { name } of [...fields, ...blocks]) {
      const known = havingField.get(name);
      if (known === undefined) havingField.set(name, [key]);
      else known.push(key);
    }
  }
  return havingField;
}
