import { getSchemaTitle } from '../../json-schema/branch-names.ts';
import { getSchemaChoices } from '../../json-schema/choices.ts';
import { mapKeywords } from '../../json-schema/keywords.ts';
import type { JsonPath } from '../../json-schema/pointers.ts';
import { dereference } from '../../json-schema/references.ts';
import { findPropertySchemas } from '../../json-schema/schemas-at.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import {
  isDrawnValuePath,
  iterateSchemas,
  listKeywordsAlong,
  testingKeywords,
} from '../../json-schema/walk.ts';
import type { Form, FormType, JsonSchema } from '../../model/types.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';

/**
 * Returns findings about parts of a schema that no field asks for, and about branches without a title among
 * which visitors have to choose.
 */
export function lintUndrawnSchemas(form: Form, locator: DocumentLocator): readonly Finding[] {
  return form.types.flatMap((type) => [
    ...reportEmptyType(type, locator),
    ...reportEmptyObjects(type, locator),
    ...reportUnlistedRootProperties(type, locator),
    ...reportUntitledBranches(type, locator),
  ]);
}

/** Returns a finding if a type has no fields. */
function reportEmptyType(type: FormType, locator: DocumentLocator): readonly Finding[] {
  if (type.fields.length > 0) return [];
  const reason = `"${type.key}" has no fields: its "properties" are empty, and no branch adds any; add the fields`;
  return [createFinding({ ...locator.schema(type, 'properties'), code: 'not-asked', reason })];
}

/**
 * Returns a finding for each object without anything to draw: it has no properties, not even in a branch,
 * accepts no entries, and is not limited to listed values.
 */
function reportEmptyObjects(type: FormType, locator: DocumentLocator): readonly Finding[] {
  const { schema: root } = type;
  return [...iterateSchemas(root)].flatMap(({ schema, path }) => {
    const whole = dereference(schema, root);
    const isOpen = [whole.additionalProperties, whole.patternProperties, whole.const, whole.enum].some(
      Boolean,
    );
    if (
      whole.type !== 'object' ||
      isOpen ||
      !isDrawnValuePath(path) ||
      findPropertySchemas(whole, root).size > 0
    )
      return [];
    const reason = `"${String(path.at(-1))}" is an object without "properties", so visitors cannot fill it in; add them, or "additionalProperties" for entries that visitors name`;
    return [createFinding({ ...locator.schema(type, ...path), code: 'not-asked', reason })];
  });
}

/**
 * Returns a finding for each keyword with a schema that allows properties of any name at the root. A field
 * can have such properties but a form cannot, because each of its fields is an argument of the mutation.
 */
function reportUnlistedRootProperties(type: FormType, locator: DocumentLocator): readonly Finding[] {
  return [...iterateSchemas(type.schema)]
    .filter(({ path }) => describesWholeForm(path))
    .flatMap(({ schema, path }) =>
      ['additionalProperties', 'unevaluatedProperties', 'patternProperties'].flatMap((keyword) => {
        if (!isObject(schema[keyword])) return [];
        const reason = `"${keyword}" of the whole form has no effect: a form has the fields that it names, and refuses others; put it into a property ("entries": {"type": "object", "${keyword}": …}), or remove it`;
        return [createFinding({ ...locator.schema(type, ...path, keyword), code: 'not-asked', reason })];
      }),
    );
}

/**
 * Returns true if the schema at a path is about all answers together, not about the value of a single field.
 */
function describesWholeForm(path: JsonPath): boolean {
  const ofRoot = ['allOf', 'anyOf', 'oneOf', 'then', 'else', 'dependentSchemas', 'dependencies'];
  const [keyword = '', name] = path.map(String);
  if (path.length === 0) return true;
  return (
    ofRoot.includes(keyword) &&
    describesWholeForm(path.slice(name === undefined || isSingleSchemaKeyword(keyword) ? 1 : 2))
  );
}

/**
 * Returns true for the keywords of `describesWholeForm` that contain one schema, not a list or map of
 * schemas.
 */
function isSingleSchemaKeyword(keyword: string): boolean {
  return keyword === 'then' || keyword === 'else';
}

/**
 * Returns a finding for each `oneOf` or `anyOf` inside a field with at least two branches, of which some have
 * no title. Branches that are the choices of a field are left out.
 */
function reportUntitledBranches(type: FormType, locator: DocumentLocator): readonly Finding[] {
  const { schema: root } = type;
  return [...iterateSchemas(root)].flatMap(({ schema, path }) => {
    if (describesWholeForm(path) || listKeywordsAlong(path).some((keyword) => testingKeywords.has(keyword)))
      return [];
    return (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
      const branches = asList(schema[keyword]).map((branch) => dereference(branch, root));
      const untitled = branches.filter((branch, index) => !hasTitle(branch, type, [...path, keyword, index]));
      if (branches.length < 2 || untitled.length === 0 || describesChoices({ [keyword]: branches }))
        return [];
      const reason = `${untitled.length} of ${branches.length} branches have no "title", so visitors choose among names made from their contents, or numbers; give each a "title"`;
      return [createFinding({ ...locator.schema(type, ...path, keyword), code: 'untitled-branch', reason })];
    });
  });
}

/** Returns true if the branches are one constant each, and so the choices of a field. */
function describesChoices(schema: JsonSchema): boolean {
  return getSchemaChoices(schema).choices !== undefined;
}

/**
 * Returns true if a branch has a title in its schema or in the UI schema of the type.
 * @param path The path of the branch in the type's schema.
 */
function hasTitle(branch: JsonSchema, { uiSchema }: FormType, path: JsonPath): boolean {
  const ui = toUiPath(path).reduce<unknown>(
    (node, step) => (Array.isArray(node) ? node[Number(step)] : asObject(node)[step]),
    uiSchema,
  );
  return getSchemaTitle(branch) !== undefined || typeof asObject(ui)['ui:title'] === 'string';
}

/**
 * Converts a path in a schema to the path in the UI schema, which leaves out `properties` and `prefixItems`.
 * Names of properties that equal a keyword are preserved.
 */
function toUiPath(path: JsonPath): JsonPath {
  const steps: (string | number)[] = [];
  for (let at = 0; at < path.length; at += 1) {
    const keyword = String(path[at]);
    const inside = path[at + 1];
    if (keyword !== 'properties' && keyword !== 'prefixItems') steps.push(keyword);
    if (inside === undefined || !(mapKeywords.has(keyword) || typeof inside === 'number')) continue;
    steps.push(inside);
    at += 1;
  }
  return steps;
}
