import { makeChecks } from '../generated/meta-checks.gen.js';
import { memoizeByObject } from '../model/memoize.ts';
import type { JsonSchema } from '../model/types.ts';
import { modules } from './runtime.ts';

/** Returns true if a value is certainly valid. If it returns false, Ajv finds the errors. */
export type QuickCheck = (value: unknown) => boolean;

/**
 * Returns the precompiled check of a schema: of the meta schemas of our documents and of JSON Schema's drafts
 * (`npm run meta`). Returns undefined for other schemas, and for one that has changed since; Ajv compiles
 * those. The result is cached by the schema object.
 */
export const findPrecompiledCheck = memoizeByObject((schema: JsonSchema): QuickCheck | undefined =>
  getChecksByText().get(JSON.stringify(schema)),
);

let checksByText: ReadonlyMap<string, QuickCheck> | undefined;

/** Returns the precompiled checks by the JSON text of their schemas. They are created at the first call. */
function getChecksByText(): ReadonlyMap<string, QuickCheck> {
  checksByText ??= new Map(makeChecks((name) => modules[name]).map(({ schema, check }) => [schema, check]));
  return checksByText;
}
