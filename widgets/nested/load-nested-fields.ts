import { lazy } from '../lazy.ts';
import { useLoaded } from '../use-loaded.ts';
import type * as nestedFieldsModule from './nested-fields.ts';

/** What nested fields and conditions of a schema take: RJSF's fields with our theme, and its reading of a schema. */
export type NestedFields = typeof nestedFieldsModule;

const nested = lazy<NestedFields>(() => import('./nested-fields.ts'));

/** Loads it, gives it, says whether it has arrived. */
export const { loaded: nestedFields, load: loadNestedFields, provide: provideNestedFields } = nested;

/** What nested fields take, loaded when it is first needed; draws again when it arrives. */
export function useNestedFields(isNeeded: boolean): NestedFields | undefined {
  return useLoaded(nested, isNeeded, 'nested fields');
}
