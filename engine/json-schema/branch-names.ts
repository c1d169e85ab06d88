import type { JsonSchema } from '../types.ts';
import { choicesOf, choiceTitle, isChoice } from './choices.ts';
import { asList, asObject, isObject } from './values.ts';

/** Words of the texts for what stands in a branch without a title. */
export interface BranchWords {
  /** A property of the value that has the branches, or a choice of it; undefined where there is no text of it. */
  readonly ofProperty: (name: string, choice?: string | number) => string | undefined;
  /** A kind of value, by the name of its type; undefined where there is no word for it. */
  readonly ofType: (type: string) => string | undefined;
}

/**
 * What a visitor chooses among: each branch by its title, else by what is in it: the value that it fixes, the properties that it alone
 * has, the type of its value. Undefined where nothing in a branch tells it apart.
 *
 * @param branches - the branches of an `anyOf` or `oneOf`, references put in place.
 * @param around - the schema that has them.
 */
export function namesOfBranches(
  branches: readonly JsonSchema[],
  around: JsonSchema,
  words: BranchWords,
): readonly (string | undefined)[] {
  const names = branches.map(
    (branch) =>
      titleOf(branch) ??
      fixedValue(branch, around, words) ??
      ownProperties(branch, branches, around, words) ??
      kindOf(branch, words),
  );
  return names.map((name, index) =>
    name !== undefined &&
    (titleOf(branches[index]) !== undefined || names.indexOf(name) === names.lastIndexOf(name))
      ? name
      : undefined,
  );
}

/** The title of a schema, if it says anything. */
export function titleOf(schema: JsonSchema | undefined): string | undefined {
  const title = schema?.title;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

/** The value that a branch fixes, itself or by its properties: `{country: {const: 'Chile'}}`. */
function fixedValue(branch: JsonSchema, around: JsonSchema, words: BranchWords): string | undefined {
  const own = onlyValue(branch);
  if (own !== undefined) return String(own);
  const fixed = Object.entries(asObject(branch.properties)).flatMap(([name, property]) => {
    const value = onlyValue(asObject(property));
    if (value === undefined) return [];
    const { choiceTitles } = choicesOf(asObject(asObject(around.properties)[name]));
    return (
      words.ofProperty(name, value) ??
      titleOf(asObject(property)) ??
      choiceTitle(choiceTitles, value) ??
      String(value)
    );
  });
  return fixed.length > 0 ? fixed.join(', ') : undefined;
}

function onlyValue({ const: constant, enum: list }: JsonSchema): string | number | undefined {
  const only = constant ?? (asList(list).length === 1 ? asList(list)[0] : undefined);
  return isChoice(only) ? only : undefined;
}

/** Returns the titles of the properties that only this branch requires, else of those that it alone has. */
function ownProperties(
  branch: JsonSchema,
  branches: readonly JsonSchema[],
  around: JsonSchema,
  words: BranchWords,
): string | undefined {
  const others = branches.filter((other) => other !== branch);
  const required = asList(branch.required).map(String);
  const isRequiredElsewhere = (name: string) => others.some((other) => asList(other.required).includes(name));
  const properties = Object.entries(asObject(branch.properties)).flatMap(([name, property]) =>
    isObject(property) ? [name] : [],
  );
  const isElsewhere = (name: string) =>
    others.some((other) => Object.hasOwn(asObject(other.properties), name));
  const own = required.filter((name) => !isRequiredElsewhere(name));
  const names = own.length > 0 ? own : properties.filter((name) => !isElsewhere(name));
  if (names.length === 0 || names.length > mostNames) return undefined;
  const titles = names.map((name) => {
    const schemas = [branch, around].map((schema) => asObject(asObject(schema.properties)[name]));
    return words.ofProperty(name) ?? schemas.map(titleOf).find((title) => title !== undefined) ?? name;
  });
  return titles.join(', ');
}

/** The most properties that name a branch. */
const mostNames = 3;

function kindOf({ type, properties, items }: JsonSchema, words: BranchWords): string | undefined {
  const implied = properties === undefined ? (items === undefined ? undefined : 'array') : 'object';
  const [only, ...others] = (Array.isArray(type) ? type : [type ?? implied]).filter(
    (name) => name !== 'null',
  );
  return others.length > 0 || typeof only !== 'string' ? undefined : words.ofType(only);
}

const branchTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;

/** Returns whether there is a text for a type that a branch takes: `branch.string`. */
export function isBranchType(type: string): type is (typeof branchTypes)[number] {
  return branchTypes.some((known) => known === type);
}
