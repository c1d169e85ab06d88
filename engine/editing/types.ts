import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import type { Patch } from './change.ts';
import { definitionOf } from './containers.ts';
import { slugOf, unused } from './free-names.ts';
import { setMember } from './members.ts';
import { fallbackLocale, fieldNames, propertiesOf, requiredOf, typesOf } from './outline.ts';
import { schemaFile, uiFile } from './places.ts';

/** Adds an enquiry type with the fields that most have: those of the first type that every type shares. */
export function addType(
  documents: Documents,
  title: string,
): { readonly key: string; readonly patches: readonly Patch[] } {
  const types = typesOf(documents);
  const key = unused(
    slugOf(title, '-') || 'form',
    new Set(types.flatMap((type) => [type.key, type.folder])),
    '-',
  );
  const id = Math.max(0, ...types.map((type) => Number(type.id)).filter(Number.isInteger)) + 1;
  const [first] = types;
  const shared =
    first === undefined
      ? []
      : fieldNames(documents, first.folder).filter((name) => usedByAll(documents, name));
  const schema = first === undefined ? {} : asObject(documents[schemaFile(first.folder)]);
  const example = asObject(asList(schema.examples)[0]);
  const properties = first === undefined ? {} : propertiesOf(documents, first.folder);
  const submitLabel =
    first === undefined ? undefined : asObject(documents[uiFile(first.folder)])['ui:submitLabel'];
  return {
    key,
    patches: [
      ...setMember(
        documents,
        { file: 'enquiry-types.json', path: ['enquiryTypes', String(id)] },
        { id, key, folder: key, names: { [fallbackLocale(documents)]: title } },
      ),
      ...setMember(
        documents,
        { file: schemaFile(key), path: [] },
        {
          $schema: String(schema.$schema ?? 'https://json-schema.org/draft/2020-12/schema'),
          title,
          type: 'object',
          additionalProperties: false,
          required:
            first === undefined
              ? []
              : requiredOf(documents, first.folder).filter((name) => shared.includes(name)),
          properties: Object.fromEntries(shared.map((name) => [name, properties[name] as Json])),
          examples: [
            Object.fromEntries(
              shared.flatMap((name) => (name in example ? [[name, example[name] as Json]] : [])),
            ),
          ],
        },
      ),
      ...setMember(
        documents,
        { file: uiFile(key), path: [] },
        {
          $schema: '../../meta/ui.schema.json',
          'ui:order': [...shared],
          ...(typeof submitLabel === 'string' && { 'ui:submitLabel': submitLabel }),
        },
      ),
    ],
  };
}

function usedByAll(documents: Documents, name: string): boolean {
  return typesOf(documents).every(
    ({ folder }) => definitionOf(propertiesOf(documents, folder)[name]) !== undefined,
  );
}
