import { makeChecks } from '../generated/meta-checks.gen.js';
import type { JsonSchema } from '../types.ts';
import { modules } from './runtime.ts';

/** Says whether a value is surely right; where it is not, Ajv says what is wrong. */
export type QuickCheck = (value: unknown) => boolean;

/**
 * The check of a schema that was compiled before the program began: the meta schemas of our documents and the drafts of JSON Schema
 * (`npm run meta`). Undefined for every other schema, and for one of those that was changed since: that one Ajv compiles.
 */
export function knownCheck(schema: JsonSchema): QuickCheck | undefined {
  let check = checks.get(schema);
  if (check === undefined) {
    check = byText().get(JSON.stringify(schema)) ?? 'unknown';
    checks.set(schema, check);
  }
  return check === 'unknown' ? undefined : check;
}

const checks = new WeakMap<JsonSchema, QuickCheck | 'unknown'>();

let made: ReadonlyMap<string, QuickCheck> | undefined;

function byText(): ReadonlyMap<string, QuickCheck> {
  made ??= new Map(makeChecks((name) => modules[name]).map(({ schema, check }) => [schema, check]));
  return made;
}
