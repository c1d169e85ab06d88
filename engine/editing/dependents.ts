import { asList, asObject } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';
import { type FieldPlace, propertiesOf, typesOf } from './outline.ts';

/** The keys of what names a field besides its own form: rules and scenarios, by their ids or names. */
export interface Dependents {
  readonly rules: readonly string[];
  readonly scenarios: readonly string[];
  /** Other types that have a field of that name. */
  readonly types: readonly string[];
}

/** What depends on a field, so that taking it away can be told with what it takes along. */
export function dependentsOf(documents: Documents, { type, field }: FieldPlace): Dependents {
  const named = (file: string, list: string, label: string) =>
    asList(asObject(documents[file])[list]).flatMap((item) =>
      namesField(item, field) ? [String(asObject(item)[label])] : [],
    );
  return {
    rules: named('rules.json', 'rules', 'id'),
    scenarios: named('scenarios.json', 'scenarios', 'name'),
    types: typesOf(documents).flatMap((other) =>
      other.key !== type && field in propertiesOf(documents, other.folder) ? [other.key] : [],
    ),
  };
}

/** Whether something speaks of a field: as a fact (`values.phone`), as a key, or as a word of its own. */
export function namesField(value: unknown, field: string): boolean {
  if (typeof value === 'string')
    return value === field || value === `values.${field}` || value.startsWith(`values.${field}.`);
  if (Array.isArray(value)) return value.some((item) => namesField(item, field));
  return Object.entries(asObject(value)).some(([key, inner]) => key === field || namesField(inner, field));
}
