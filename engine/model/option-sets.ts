import { presetOptionSets } from '../preset/model.ts';

/** A set of options that comes from the content or the page. Static lists are `enum`s of the schema. */
export interface OptionSetDefinition {
  /** The values of its options in a message: `ids of offices`. */
  readonly values: string;
  /** True if its values are ids, which a number can hold as well as a text. */
  readonly hasIds?: true;
  /** True if it belongs to one widget, so that owners cannot choose it for another field. */
  readonly isOfWidget?: true;
}

/** The option sets that every form has (docs/reference.md, "Names in schemas and UI schemas"). */
const optionSets = presetOptionSets satisfies Readonly<Record<string, OptionSetDefinition>>;

export type BuiltInOptionSet = keyof typeof optionSets;

/** The names of `optionSets`, in their order. */
export const optionSetNames = /* @__PURE__ */ Object.keys(optionSets) as readonly BuiltInOptionSet[];

/** The name of an option set: one of `optionSetNames`, or a list that `lists.json` declares. */
export type OptionSetName = BuiltInOptionSet | (string & {});

/** Returns true for the name of an option set that every form has. */
export function isBuiltInOptionSet(name: string): name is BuiltInOptionSet {
  return Object.hasOwn(optionSets, name);
}

/** Returns the definition of an option set. Those that `lists.json` declares have texts as values. */
export function getOptionSetDefinition(name: OptionSetName): OptionSetDefinition {
  return isBuiltInOptionSet(name) ? optionSets[name] : declaredOptionSet;
}

const declaredOptionSet: OptionSetDefinition = { values: 'texts' };
