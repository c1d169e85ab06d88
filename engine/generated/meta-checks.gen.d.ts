/** Compiled schemas with the texts of the schemas that they were compiled of (`engine/json-schema/known-schemas.ts`). */
export function makeChecks(
  require: (name: string) => unknown,
): readonly { readonly schema: string; readonly check: (value: unknown) => boolean }[];
