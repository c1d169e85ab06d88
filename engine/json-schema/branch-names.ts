import type { JsonSchema } from '../model/types.ts';
import { getChoiceTitle, getSchemaChoices, isChoice } from './choices.ts';
import { asList, asObject, isObject } from './values.ts';

/** Looks up texts for the contents of a branch without a title. */
export interface BranchLabels {
  /** Returns the label of a property of the value, or of a choice of this property, or undefined. */
  readonly findPropertyLabel: (name: string, choice?: string | number) => string | undefined;
  /** Returns the text for a JSON type such as `string`, or undefined. */
  readonly findTypeLabel: (type: string) => string | undefined;
}

/**
 * Returns a label for each branch that a visitor can choose: its title, else the value that it fixes, the
 * properties that only it has, or the type of its value. A label is undefined if nothing distinguishes the
 * branch; only titles may occur twice.
 * @param branches The branches of an `anyOf` or `oneOf`, with references resolved.
 * @param around The schema that contains them.
 */
export function labelBranches(
  branches: readonly JsonSchema[],
  around: JsonSchema,
  labels: BranchLabels,
): readonly (string | undefined)[] {
  const names = branches.map(
    (branch) =>
      getSchemaTitle(branch) ??
      formatFixedValue(branch, around, labels) ??
      formatOwnProperties(branch, branches, around, labels) ??
      getTypeLabel(branch, labels),
  );
  return names.map((name, index) =>
    name !== undefined &&
    (getSchemaTitle(branches[index]) !== undefined || names.indexOf(name) === names.lastIndexOf(name))
      ? name
      : undefined,
  );
}

/** Returns the title of a schema; undefined if it has none, or a blank one. */
export function getSchemaTitle(schema: JsonSchema | undefined): string | undefined {
  const title = schema?.title;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

/**
 * Returns the value that a branch fixes, or the labels of the values that it fixes in its properties, joined
 * by commas: `{country: {const: 'Chile'}}`. Returns undefined if it fixes none.
 */
function formatFixedValue(branch: JsonSchema, around: JsonSchema, labels: BranchLabels): string | undefined {
  const own = getOnlyValue(branch);
  if (own !== undefined) return String(own);
  const fixed = Object.entries(asObject(branch.properties)).flatMap(([name, property]) => {
    const value = getOnlyValue(asObject(property));
    if (value === undefined) return [];
    const { choiceTitles } = getSchemaChoices(asObject(asObject(around.properties)[name]));
    return (
      labels.findPropertyLabel(name, value) ??
      getSchemaTitle(asObject(property)) ??
      getChoiceTitle(choiceTitles, value) ??
      String(value)
    );
  });
  return fixed.length > 0 ? fixed.join(', ') : undefined;
}

/**
 * Returns the text or number that a schema allows as its only value. Undefined if it allows others, or only a
 * value of another type.
 */
function getOnlyValue({ const: constant, enum: list }: JsonSchema): string | number | undefined {
  const only = constant ?? (asList(list).length === 1 ? asList(list)[0] : undefined);
  return isChoice(only) ? only : undefined;
}

/**
 * Returns the labels, joined by commas, of the properties that only this branch requires, else of those that
 * only this branch has. Returns undefined if there are none, or more than `maxNamingProperties`.
 */
function formatOwnProperties(
  branch: JsonSchema,
  branches: readonly JsonSchema[],
  around: JsonSchema,
  labels: BranchLabels,
): string | undefined {
  const others = branches.filter((other) => other !== branch);
  const required = asList(branch.required).map(String);
  /** Returns true if another branch requires the property. */
  const isRequiredByOthers = (name: string) => others.some((other) => asList(other.required).includes(name));
  const properties = Object.entries(asObject(branch.properties)).flatMap(([name, property]) =>
    isObject(property) ? [name] : [],
  );
  /** Returns true if another branch has the property. */
  const isInOthers = (name: string) =>
    others.some((other) => Object.hasOwn(asObject(other.properties), name));
  const own = required.filter((name) => !isRequiredByOthers(name));
  const names = own.length > 0 ? own : properties.filter((name) => !isInOthers(name));
  if (names.length === 0 || names.length > maxNamingProperties) return undefined;
  const titles = names.map((name) => {
    const schemas = [branch, around].map((schema) => asObject(asObject(schema.properties)[name]));
    return (
      labels.findPropertyLabel(name) ??
      schemas.map(getSchemaTitle).find((title) => title !== undefined) ??
      name
    );
  });
  return titles.join(', ');
}

const maxNamingProperties = 3;

/**
 * Returns the label for the type of a branch, apart from `null`. Undefined if it has no type, several types,
 * or the type has no text.
 */
function getTypeLabel({ type, properties, items }: JsonSchema, labels: BranchLabels): string | undefined {
  const implied = properties === undefined ? (items === undefined ? undefined : 'array') : 'object';
  const [only, ...others] = (Array.isArray(type) ? type : [type ?? implied]).filter(
    (name) => name !== 'null',
  );
  return others.length > 0 || typeof only !== 'string' ? undefined : labels.findTypeLabel(only);
}

const branchTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;

/** Returns true if there is a text for the type of a branch: `branch.string`. */
export function isBranchType(type: string): type is (typeof branchTypes)[number] {
  return branchTypes.some((known) => known === type);
}
