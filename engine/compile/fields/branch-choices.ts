import { getSchemaChoices } from '../../json-schema/choices.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, asObject } from '../../json-schema/values.ts';
import type { FieldDefinition, JsonSchema } from '../../model/types.ts';
import type { WidgetName } from '../../model/widgets.ts';

/**
 * Returns a field with the choices that branches of the schema give it. They become its `choices` if every
 * branch that adds the field lists them, else its `branchChoices`; a conditional field with `select` then
 * gets a widget for values that are not listed. Returns the field unchanged if there are no such choices, if
 * it has choices in every situation, or if its value is JSON.
 */
export function addBranchChoices(definition: FieldDefinition, root: JsonSchema): FieldDefinition {
  const { name, isConditional, choices: own, kind } = definition;
  const branchProperties = kind === 'json' ? [] : [...iterateBranchProperties(name, root, root, new Set())];
  const listed = branchProperties.map((property) => getSchemaChoices(dereference(property, root)));
  const all = [...new Set(listed.flatMap(({ choices = [] }) => choices))];
  if (all.length === 0 || (own !== undefined && !isConditional)) return definition;
  const titles = Object.assign(
    {},
    ...listed.map(({ choiceTitles }) => choiceTitles),
    definition.choiceTitles,
  );
  const choiceTitles = Object.keys(titles).length > 0 && { choiceTitles: titles };
  const isAlwaysListed = isConditional && listed.every(({ choices }) => choices !== undefined);
  if (isAlwaysListed) return { ...definition, choices: all, ...choiceTitles };
  const { choices: _some, ...rest } = definition;
  const widget =
    definition.widget === 'select' && !isConditional
      ? definition.widget
      : getWidgetWithoutChoices(definition);
  return { ...rest, widget, branchChoices: all, ...choiceTitles };
}

/**
 * Returns the widget of a field; in place of `select` it returns `number` or `text`, by the kind of the
 * value.
 */
function getWidgetWithoutChoices({ widget, kind }: FieldDefinition): WidgetName {
  if (widget !== 'select') return widget;
  return kind === 'integer' || kind === 'number' ? 'number' : 'text';
}

/**
 * Yields the schemas of the property `name` in all branches below a schema, and in the branches of these.
 * `if` is left out, because it only tests.
 * @param visited The schemas that were searched; it adds to them, so that circular references end.
 */
function* iterateBranchProperties(
  name: string,
  node: unknown,
  root: JsonSchema,
  visited: Set<unknown>,
): Generator<unknown> {
  if (visited.has(node)) return;
  visited.add(node);
  const schema = dereference(node, root);
  const { if: _condition, ...rest } = schema;
  for (const branch of listBranches(rest)) {
    const property = asObject(dereference(branch, root).properties)[name];
    if (asObject(property) === property) yield property;
    yield* iterateBranchProperties(name, branch, root, visited);
  }
}

/**
 * Returns the schemas directly below `allOf`, `anyOf`, `oneOf`, `if`, `then`, `else` and the dependencies of
 * a schema. `true`, `false` and lists of names are left out.
 */
export function listBranches(schema: JsonSchema): readonly unknown[] {
  const lists = [schema.allOf, schema.anyOf, schema.oneOf].flatMap(asList);
  const dependent = [schema.dependentSchemas, schema.dependencies].flatMap((map) =>
    Object.values(asObject(map)),
  );
  return [...lists, schema.if, schema.then, schema.else, ...dependent].filter(
    (branch) => asObject(branch) === branch,
  );
}
