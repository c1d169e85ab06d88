import { lazy } from '../lazy.ts';
import { useLoaded } from '../use-loaded.ts';
import type * as nestedFieldsModule from './nested-fields.ts';

/**
 * The module that nested fields and schema conditions need: RJSF's fields with our theme, and its schema
 * utilities.
 */
export type NestedFields = typeof nestedFieldsModule;

const nested = lazy<NestedFields>(() => import('./nested-fields.ts'));

/**
 * `getNestedFields` returns the module if it is loaded, `loadNestedFields` loads it, `provideNestedFields`
 * sets it directly, on a server.
 */
export const { loaded: nestedFields, load: loadNestedFields, provide: provideNestedFields } = nested;

/** Returns the module for nested fields, loads it on first use, and renders again when it is loaded. */
export function useNestedFields(isNeeded: boolean): NestedFields | undefined {
  return useLoaded(nested, isNeeded, 'nested fields');
}
