/**
 * The option sets that every form has (docs/reference.md, "Names in schemas and UI schemas"). Static lists
 * are `enum`s of the schema.
 */
export const optionSetNames = ['offeredOffices', 'yachtModels', 'futureEvents', 'pageEvent'] as const;

/** The name of an option set: one of `optionSetNames`, or a list that `lists.json` declares. */
export type OptionSetName = (typeof optionSetNames)[number] | (string & {});
