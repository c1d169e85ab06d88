import { titleOf } from '../../json-schema/branch-names.ts';
import { choicesOf } from '../../json-schema/choices.ts';
import { mapKeywords } from '../../json-schema/keywords.ts';
import { propertySchemas } from '../../json-schema/places.ts';
import type { Path } from '../../json-schema/pointers.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import { isValuePlace, keywordsAlong, subschemas, testingKeywords } from '../../json-schema/walk.ts';
import type { Form, FormType, JsonSchema } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';

/** Finds what a schema describes and nobody is asked for, and branches that visitors choose among without a title. */
export function lintAsked(form: Form, places: Places): readonly Finding[] {
  return form.types.flatMap((type) => [
    ...nothingAsked(type, places),
    ...emptyObjects(type, places),
    ...entriesOfRoot(type, places),
    ...untitledBranches(type, places),
  ]);
}

function nothingAsked(type: FormType, places: Places): readonly Finding[] {
  if (type.fields.length > 0) return [];
  const reason = `"${type.key}" asks nothing: its "properties" are empty, and no branch brings any; add what is to be asked`;
  return [finding({ ...places.schema(type, 'properties'), code: 'not-asked', reason })];
}

/** Finds objects in which nothing is drawn: they have no properties, in no branch either, and take no entries. */
function emptyObjects(type: FormType, places: Places): readonly Finding[] {
  const { schema: root } = type;
  return [...subschemas(root)].flatMap(({ schema, path }) => {
    const whole = dereference(schema, root);
    const isOpen = [whole.additionalProperties, whole.patternProperties, whole.const, whole.enum].some(
      Boolean,
    );
    if (whole.type !== 'object' || isOpen || !isValuePlace(path) || propertySchemas(whole, root).size > 0)
      return [];
    const reason = `"${String(path.at(-1))}" is an object without "properties", so that nothing of it is asked; add them, or "additionalProperties" for entries that visitors name`;
    return [finding({ ...places.schema(type, ...path), code: 'not-asked', reason })];
  });
}

/** Finds entries of any name at the root. A field can hold such entries, a form cannot: each of its fields is an argument of the mutation. */
function entriesOfRoot(type: FormType, places: Places): readonly Finding[] {
  return [...subschemas(type.schema)]
    .filter(({ path }) => isOfRoot(path))
    .flatMap(({ schema, path }) =>
      ['additionalProperties', 'unevaluatedProperties', 'patternProperties'].flatMap((keyword) => {
        if (!isObject(schema[keyword])) return [];
        const reason = `"${keyword}" of the whole form is not asked: a form has the fields that it names, and refuses others; put it into a property ("entries": {"type": "object", "${keyword}": …}), or take it out`;
        return [finding({ ...places.schema(type, ...path, keyword), code: 'not-asked', reason })];
      }),
    );
}

/** Returns whether the schema at a path describes the whole form. */
function isOfRoot(path: Path): boolean {
  const ofRoot = ['allOf', 'anyOf', 'oneOf', 'then', 'else', 'dependentSchemas', 'dependencies'];
  const [keyword = '', name] = path.map(String);
  if (path.length === 0) return true;
  return ofRoot.includes(keyword) && isOfRoot(path.slice(name === undefined || isAlone(keyword) ? 1 : 2));
}

function isAlone(keyword: string): boolean {
  return keyword === 'then' || keyword === 'else';
}

function untitledBranches(type: FormType, places: Places): readonly Finding[] {
  const { schema: root } = type;
  return [...subschemas(root)].flatMap(({ schema, path }) => {
    if (isOfRoot(path) || keywordsAlong(path).some((keyword) => testingKeywords.has(keyword))) return [];
    return (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
      const branches = asList(schema[keyword]).map((branch) => dereference(branch, root));
      const untitled = branches.filter((branch, index) => !isTitled(branch, type, [...path, keyword, index]));
      if (branches.length < 2 || untitled.length === 0 || isListed({ [keyword]: branches })) return [];
      const reason = `${untitled.length} of ${branches.length} branches have no "title", so that visitors choose among names made from what is in them, or numbers; give each a "title"`;
      return [finding({ ...places.schema(type, ...path, keyword), code: 'untitled-branch', reason })];
    });
  });
}

/** Returns whether branches are a list of choices, which the texts may name. */
function isListed(schema: JsonSchema): boolean {
  return choicesOf(schema).choices !== undefined;
}

/** Returns whether a branch has a title, in its schema or in the UI schema of its field. */
function isTitled(branch: JsonSchema, { uiSchema }: FormType, path: Path): boolean {
  const ui = uiPath(path).reduce<unknown>(
    (node, step) => (Array.isArray(node) ? node[Number(step)] : asObject(node)[step]),
    uiSchema,
  );
  return titleOf(branch) !== undefined || typeof asObject(ui)['ui:title'] === 'string';
}

/** Returns the path in the UI schema for a path in the schema: it has the names of properties and the indexes of branches. */
function uiPath(path: Path): Path {
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
