import { listFactsRead } from '../../conditions/condition.ts';
import { hasEffectWhenUnmatched, listAffectedFields } from '../../model/effects.ts';
import { getFactField } from '../../model/fact-names.ts';
import { typeField } from '../../model/names.ts';
import type { Condition, Effects, Form, FormType, Rule } from '../../model/types.ts';
import { type CurrentType, listNamedTypes, simplifyForType } from './known-type.ts';

/**
 * The part of a form that decides one enquiry type. If the content lists only that type, the slice resolves
 * as the whole form does, except for texts.
 */
export interface TypeSlice {
  readonly type: FormType;
  /** The form with this type only, the rules that may concern it, no texts, and another hash. */
  readonly form: Form;
  /**
   * The condition of each rule, by the id of the rule, without the parts that the type decides, and with an
   * always true condition on each other answer that the rule uses. A rule of which nothing remains has no
   * entry.
   */
  readonly conditions: ReadonlyMap<string, Condition>;
}

/** Returns a slice for each type: the form with that type only, and the rules that may concern it. */
export function createTypeSlices(form: Form): readonly TypeSlice[] {
  const rulesByType = groupRulesByType(form);
  return form.types.map((type) => {
    const conditions = new Map<string, Condition>();
    const names = new Set(type.fields.map(({ name }) => name));
    const known = { key: type.key, hasField: (name: string) => names.has(name) };
    const rules = (rulesByType.get(type.key) ?? []).filter(({ id, when, then }) => {
      const left = when === undefined ? true : simplifyForType(when, known);
      const asked = [...(typeof left === 'boolean' ? [] : [left]), ...listValueConditions(then)];
      const [only, ...more] = asked;
      if (only && left !== false) conditions.set(id, more.length === 0 ? only : { and: asked });
      // A field that a rule shows is hidden if the rule never matches, so such a rule belongs to the slice.
      return left !== false || hasEffectWhenUnmatched(then);
    });
    // Texts decide nothing, and finding them takes longer than everything else. Labels are cached by the
    // hash.
    const hash = `${form.hash} without texts`;
    return { type, form: { ...form, hash, texts: {}, types: [type], rules }, conditions };
  });
}

/**
 * Returns an always true condition on each answer that filters options, feeds a calculation or names the
 * recipient, so that the walk tries the answer.
 */
function listValueConditions({ filter, recipient, calculate }: Effects): readonly Condition[] {
  return listFactsRead([Object.values(filter ?? {}), recipient, Object.values(calculate ?? {})])
    .filter((fact) => getFactField(fact) !== undefined)
    .map((fact) => ({ or: [{ var: fact }, { '!': [{ var: fact }] }] }));
}

/** Returns for each type, by its key, the rules that may concern it, in their order. */
function groupRulesByType(form: Form): ReadonlyMap<string, readonly Rule[]> {
  const rulesByType = new Map<string, Rule[]>(form.types.map(({ key }) => [key, []]));
  const keys = [...rulesByType.keys()];
  const typesByField = groupTypesByField(form);
  for (const rule of form.rules) {
    const concerned = concernsAllTypes(rule.then) ? keys : listConcernedTypes(rule.then, typesByField);
    for (const key of hasEffectWhenUnmatched(rule.then)
      ? concerned
      : filterPossibleTypes(rule.when, concerned))
      rulesByType.get(key)?.push(rule);
  }
  return rulesByType;
}

/** Returns the types, of those given, for which a condition can be true; all of them without a condition. */
function filterPossibleTypes(when: Condition | undefined, keys: readonly string[]): readonly string[] {
  const named = new Set(listNamedTypes(when));
  if (when === undefined || named.size === 0) return keys;
  const possible = new Set(
    [...named].filter((key) => simplifyForType(when, createTypeWithAnyField(key)) !== false),
  );
  return simplifyForType(when, createTypeWithAnyField(unnamedType)) === false
    ? keys.filter((key) => possible.has(key))
    : keys.filter((key) => possible.has(key) || !named.has(key));
}

/** Returns a type for simplifying conditions that has every field, so that only the key decides. */
function createTypeWithAnyField(key: string): CurrentType {
  return { key, hasField: () => true };
}

/** The key that stands for all types that a condition does not name. */
const unnamedType = '(another)';

/**
 * Returns true if effects decide about the section, the narrowed list, the recipient, the destinations, the
 * preferred types or the field for the type. Excluding types is none of these.
 */
function concernsAllTypes(then: Effects): boolean {
  const { eligible, offer, hideSection, preferTypes, recipient, destinations } = then;
  const isOfAll = [eligible, offer, hideSection, preferTypes, recipient, destinations].some(
    (effect) => effect !== undefined,
  );
  return isOfAll || listAffectedFields(then).includes(typeField);
}

/**
 * Returns the types that effects exclude, and those that have a field or block that the effects are about.
 */
function listConcernedTypes(
  then: Effects,
  typesByField: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const ofFields = listAffectedFields(then).flatMap((name) => typesByField.get(name) ?? []);
  return [...new Set([...(then.excludeTypes ?? []), ...ofFields])];
}

/** Returns, by the name of each field and block, the keys of the types that have it. */
function groupTypesByField(form: Form): ReadonlyMap<string, readonly string[]> {
  const typesByField = new Map<string, string[]>();
  for (const { key, fields, blocks = [] } of form.types) {
    for (const { name } of [...fields, ...blocks]) {
      const known = typesByField.get(name);
      if (known === undefined) typesByField.set(name, [key]);
      else known.push(key);
    }
  }
  return typesByField;
}
