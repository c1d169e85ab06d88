import { factsRead } from '../../conditions/condition.ts';
import { fieldsDecidedBy, isAwaited } from '../../effects.ts';
import { fieldOfFact } from '../../fact-names.ts';
import { typeField } from '../../names.ts';
import type { Condition, Effects, Form, FormType, Rule } from '../../types.ts';
import { type KnownType, typesNamed, whereType } from './known-type.ts';

/**
 * What of a form decides one enquiry type. Where that type is the only one that content lists, the slice resolves as the
 * whole form does; so the work of checking a form grows with its types, not with their square.
 */
export interface TypeSlice {
  readonly type: FormType;
  readonly form: Form;
  /** What is left of each rule's condition for this type, by the rule's id; absent where nothing is asked. */
  readonly conditions: ReadonlyMap<string, Condition>;
}

/** The slices of a form, in the order of its types. */
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
      // What it shows where it holds is not there where it never does.
      return left !== false || isAwaited(then);
    });
    // What a visitor reads decides nothing, and takes longer to find than all the rest. What is remembered of labels is by the hash.
    const hash = `${form.hash} without texts`;
    return { type, form: { ...form, hash, texts: {}, types: [type], rules }, conditions };
  });
}

/** What always holds of the answers by which options are filtered, of which something is calculated, or that name who gets the mail, so that each answer is tried. */
function askedByValues({ filter, recipient, calculate }: Effects): readonly Condition[] {
  return factsRead([Object.values(filter ?? {}), recipient, Object.values(calculate ?? {})])
    .filter((fact) => fieldOfFact(fact) !== undefined)
    .map((fact) => ({ or: [{ var: fact }, { '!': [{ var: fact }] }] }));
}

/** The rules that may have to do with each type, in their order. */
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

/** Of some types those under which a condition can hold: asked once for each type that it names, once for all others. */
function admitted(when: Condition | undefined, keys: readonly string[]): readonly string[] {
  const named = new Set(typesNamed(when));
  if (when === undefined || named.size === 0) return keys;
  const holds = new Set([...named].filter((key) => whereType(when, anyWith(key)) !== false));
  return whereType(when, anyWith(unnamed)) === false
    ? keys.filter((key) => holds.has(key))
    : keys.filter((key) => holds.has(key) || !named.has(key));
}

/** A type of which only the key is known. */
function anyWith(key: string): KnownType {
  return { key, hasField: () => true };
}

/** No type has this key. */
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
