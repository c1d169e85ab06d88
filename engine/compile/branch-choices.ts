import { getSchemaChoices } from '../json-schema/choices.ts';
import { dereference } from '../json-schema/references.ts';
import { asList, asObject } from '../json-schema/values.ts';
import type { FieldDefinition, JsonSchema, WidgetName } from '../types.ts';

/** Returns a field with the choices that conditions of the schema add, if it has no unconditional choices. */
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
    definition.widget === 'select' && !isConditional ? definition.widget : getOpenWidget(definition);
  return { ...rest, widget, branchChoices: all, ...choiceTitles };
}

/** Returns the widget for a field when no condition offers choices. */
function getOpenWidget({ widget, kind }: FieldDefinition): WidgetName {
  if (widget !== 'select') return widget;
  return kind === 'integer' || kind === 'number' ? 'number' : 'text';
}

/** Yields the schemas of a property in branches below the root. `if` is left out, because it only tests. */
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

/** Returns the schemas directly below a schema that apply under a condition or test one. */
export function listBranches(schema: JsonSchema): readonly unknown[] {
  const lists = [schema.allOf, schema.anyOf, schema.oneOf].flatMap(asList);
  const dependent = [schema.dependentSchemas, schema.dependencies].flatMap((map) =>
    Object.values(asObject(map)),
  );
  return [...lists, schema.if, schema.then, schema.else, ...dependent].filter(
    (branch) => asObject(branch) === branch,
  );
}
