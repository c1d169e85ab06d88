import { asList, asObject } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';
import { answerPrefix } from '../../resolve/piping.ts';
import { hasFieldSchema } from './containers.ts';
import { removeTextsBelow } from './members.ts';
import { createOutline, type FieldAddress, listTextsByLocale } from './outline.ts';
import { listOrphanedTextPrefixes } from './remove-field.ts';

export interface Dependents {
  /** Ids of the rules that mention the field. */
  readonly rules: readonly string[];
  /** Names of the scenarios that mention the field. */
  readonly scenarios: readonly string[];
  /** Keys of the texts that contain its answer. */
  readonly texts: readonly string[];
  /** Titles of the other types that have a field with this name. */
  readonly types: readonly string[];
}

/**
 * Returns the rules, scenarios and texts that mention a field, and the other types that have a field with
 * this name, so that a person can see them before removing the field.
 */
export function findDependents(documents: Documents, { type, field }: FieldAddress): Dependents {
  /** Returns the member `nameKey` of each item in a list of a document that mentions the field. */
  const listItemsWithField = (file: string, list: string, nameKey: string) =>
    asList(asObject(documents[file])[list]).flatMap((item) =>
      mentionsField(item, field) ? [String(asObject(item)[nameKey])] : [],
    );
  const answerPattern = new RegExp(
    `\\{\\s*${answerPrefix.replaceAll('.', '\\.')}${field.replaceAll('.', '\\.')}\\s*[,}]`,
  );
  const keysOfPipedTexts = listTextsByLocale(documents).flatMap((texts) =>
    Object.entries(texts).flatMap(([key, text]) => (answerPattern.test(String(text)) ? [key] : [])),
  );
  return {
    rules: listItemsWithField('rules.json', 'rules', 'id'),
    scenarios: listItemsWithField('scenarios.json', 'scenarios', 'name'),
    texts: [...new Set(keysOfPipedTexts)],
    types: createOutline(documents).flatMap((other) =>
      other.key !== type && hasFieldSchema(documents, other.folder, field) ? [other.title] : [],
    ),
  };
}

/**
 * Returns the number of texts, in all languages together, that the removal of a field would remove. Texts
 * that other fields still use do not count.
 */
export function countRemovedTexts(documents: Documents, address: FieldAddress): number {
  return removeTextsBelow(documents, listOrphanedTextPrefixes(documents, address)).length;
}

/**
 * Returns true if a JSON value contains, at any depth, a string that is the name of a field or the fact of it
 * or of a value inside it (`values.phone`), or a key that is its name.
 */
export function mentionsField(value: unknown, field: string): boolean {
  if (typeof value === 'string')
    return value === field || value === `values.${field}` || value.startsWith(`values.${field}.`);
  if (Array.isArray(value)) return value.some((item) => mentionsField(item, field));
  return Object.entries(asObject(value)).some(([key, inner]) => key === field || mentionsField(inner, field));
}
