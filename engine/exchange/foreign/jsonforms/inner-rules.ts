import { asList, asObject, isObject } from '../../../json-schema/values.ts';
import type { Condition, JsonSchema } from '../../../model/types.ts';
import { type KnownField, type Translated, translated, untranslated } from '../expressions/expression.ts';
import { joinConditions } from '../expressions/to-condition.ts';
import { toSchemaCondition } from '../expressions/to-schema.ts';
import { toKnownField } from '../form-parts.ts';
import type { SchemaForm } from '../json-schema/schema-form.ts';
import { extendPointer, type ImportLines, quoteValue } from '../report.ts';
import { readScope, toRuleCondition } from './conditions.ts';
import type { OwnRule } from './rules.ts';

/** The rules of a field inside an object, and the names of the properties that lead to it. */
export interface InnerRules {
  readonly path: readonly string[];
  readonly rules: readonly OwnRule[];
  /** The names that lead to the list whose items have the field. Absent outside of lists. */
  readonly list?: readonly string[];
}

/**
 * Returns the schema of a form in which objects decide about their properties as the rules did: with "if". Reports
 * rules that no schema of one object can express.
 */
export function applyInnerRules(
  form: SchemaForm,
  inner: readonly InnerRules[],
  lines: ImportLines,
): JsonSchema {
  let { schema } = form;
  for (const { path, rules, list } of inner) {
    const applied =
      list === undefined
        ? applyRules(schema, path, rules, form)
        : applyItemRules(schema, list, path, rules, form);
    if (applied.ok) schema = applied.value;
    for (const { pointer, source } of rules)
      lines.change(
        pointer,
        applied.ok
          ? { outcome: 'changed', became: 'a condition of the schema ("if")' }
          : {
              outcome: 'left-out',
              reason: `rules apply to whole fields, and "${path.join('.')}" is inside one: ${quoteValue(source)}: ${applied.reason}`,
              remedy: 'describe it with "if" in the schema of the object',
            },
      );
  }
  return schema;
}

/** Returns the schema of a form in which the items of a list decide about their properties as the rules did. */
function applyItemRules(
  schema: JsonSchema,
  list: readonly string[],
  path: readonly string[],
  rules: readonly OwnRule[],
  form: SchemaForm,
): Translated<JsonSchema> {
  const array = findObject(schema, list);
  const { items } = array ?? {};
  if (array === undefined || !isObject(items) || items.$ref !== undefined)
    return untranslated('a reference or a branch of the schema has the items');
  const origins = new Map<string, string>();
  const applied = applyRules(items, path, rules, { ...form, schema: items, renamed: new Map(), origins });
  return applied.ok ? translated(replaceObject(schema, list, { ...array, items: applied.value })) : applied;
}

function applyRules(
  schema: JsonSchema,
  path: readonly string[],
  rules: readonly OwnRule[],
  form: SchemaForm,
): Translated<JsonSchema> {
  const parents = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  const object = findObject(schema, parents);
  const property = asObject(object?.properties)[name];
  if (object === undefined || property === undefined)
    return untranslated('a reference or a branch of the schema has the field');
  if (rules.some(({ effect }) => effect !== 'show' && effect !== 'hide'))
    return untranslated('a schema enables and disables nothing');
  const shown = joinConditions(
    'and',
    rules.map(({ effect, written }): Translated<Condition> => {
      const condition = toRuleCondition(written, (scope) => findSibling(scope, parents, name, form));
      return condition.ok && effect === 'hide' ? translated({ '!': condition.value }) : condition;
    }),
  );
  if (!shown.ok)
    return rules.every(({ condition }) => condition.ok)
      ? untranslated('it asks about a field that is not beside it')
      : shown;
  const condition = toSchemaCondition(shown.value, (fact) => findByFact(fact, parents, form));
  if (!condition.ok) return condition;
  const count = asList(object.allOf).length;
  moveOrigins(form.origins, parents, name, count);
  return translated(replaceObject(schema, parents, moveIntoBranch(object, name, property, condition.value)));
}

/** Returns the schema of an object, if no reference leads to it. */
function findObject(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  return path.reduce<JsonSchema | undefined>((object, name) => {
    const inner = asObject(object?.properties)[name];
    return isObject(inner) && inner.$ref === undefined ? inner : undefined;
  }, schema);
}

/** Returns the field beside another one that a scope names, by its own name. */
function findSibling(
  scope: string,
  parents: readonly string[],
  self: string,
  form: SchemaForm,
): KnownField | undefined {
  const path = readScope(scope).map((each) => form.renamed.get(each) ?? each);
  const name = path.at(-1) ?? '';
  const isBeside = path.length === parents.length + 1 && parents.every((each, index) => each === path[index]);
  return isBeside && name !== self ? findByFact(name, parents, form) : undefined;
}

function findByFact(
  name: string,
  parents: readonly string[],
  { schema }: SchemaForm,
): KnownField | undefined {
  const property = asObject(findObject(schema, parents)?.properties)[name];
  return isObject(property) ? toKnownField(name, property) : undefined;
}

/** Returns the schema of an object that has a property only if it meets a condition. */
function moveIntoBranch(
  object: JsonSchema,
  name: string,
  property: unknown,
  condition: JsonSchema,
): JsonSchema {
  const { additionalProperties, ...rest } = object;
  const { [name]: _moved, ...properties } = asObject(object.properties);
  const required = asList(object.required);
  return {
    ...rest,
    // `false` would refuse the properties that only a branch has.
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
    properties,
    ...(required.length > 0 && { required: required.filter((each) => each !== name) }),
    allOf: [
      ...asList(object.allOf),
      {
        if: condition,
        then: { properties: { [name]: property }, ...(required.includes(name) && { required: [name] }) },
      },
    ],
  };
}

function replaceObject(
  schema: JsonSchema,
  [name, ...rest]: readonly string[],
  object: JsonSchema,
): JsonSchema {
  if (name === undefined) return object;
  const properties = asObject(schema.properties);
  return {
    ...schema,
    properties: { ...properties, [name]: replaceObject(asObject(properties[name]), rest, object) },
  };
}

/** Records that what was found at a property is in a branch now. */
function moveOrigins(
  origins: Map<string, string>,
  parents: readonly string[],
  name: string,
  index: number,
): void {
  const object = parents.reduce((at, each) => extendPointer(at, 'properties', each), 'schema#');
  const before = extendPointer(object, 'properties', name);
  const after = extendPointer(object, 'allOf', index, 'then', 'properties', name);
  for (const [at, pointer] of [...origins])
    if (at === before || at.startsWith(`${before}/`)) origins.set(after + at.slice(before.length), pointer);
}
