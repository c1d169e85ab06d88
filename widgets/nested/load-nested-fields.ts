import { createLazy } from '../lazy.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import type * as nestedFieldsModule from './nested-fields.ts';

/**
 * The module that nested fields and schema conditions need: RJSF's fields with our theme, and its schema
 * utilities.
 */
export type NestedFields = typeof nestedFieldsModule;

const lazyNestedFields = createLazy<NestedFields>(() => import('./nested-fields.ts'));

/**
 * `getNestedFields` returns the module if it is loaded, `loadNestedFields` loads it, `provideNestedFields`
 * sets it directly, on a server.
 */
export const {
  loaded: getNestedFields,
  load: loadNestedFields,
  provide: provideNestedFields,
} = lazyNestedFields;

/**
 * Returns the module for nested fields; undefined until it is loaded. If `isNeeded` is true, loads it and
 * renders again then.
 */
export function useNestedFields(isNeeded: boolean): NestedFields | undefined {
  return useLazyModule(lazyNestedFields, isNeeded, 'nested fields');
}
