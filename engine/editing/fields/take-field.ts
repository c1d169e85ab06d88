import { asObject, isSameJson } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { getSchemaFile, getTextsFile, getUiFile } from '../documents/document-files.ts';
import { setFieldOrder } from './add-field.ts';
import { getDefinitionName } from './containers.ts';
import { setRequired } from './fields.ts';
import { makeUnique } from './free-names.ts';
import {
  chainEdits,
  getExampleAnswer,
  getTypeFolder,
  setExampleAnswer,
  setMember,
  setNestedMember,
  setText,
} from './members.ts';
import {
  type FieldAddress,
  findFieldTextEntry,
  getFieldLabel,
  getOutlineFieldKind,
  getTypeProperties,
  listOutlineTypes,
  listRequiredFields,
  listTextLocales,
  listTypeFieldNames,
  type OutlineFieldKind,
} from './outline.ts';
import { palette } from './palette.ts';

/** A top-level field of another type that a type can take. */
export interface TakeableField {
  /** The first type that has it. */
  readonly from: FieldAddress;
  readonly kind: OutlineFieldKind;
  /** The label in the fallback language. */
  readonly label: string;
  /** The number of languages that have a label. */
  readonly languages: number;
}

/**
 * Returns the fields of other types whose label contains the text in some language, regardless of case; each
 * name once, and only names that this type does not have. Fields with a limit of their own per type, such as
 * photos, are left out. Empty for an empty text.
 */
export function listTakeableFields(
  documents: Documents,
  type: string,
  search: string,
): readonly TakeableField[] {
  const sought = search.trim().toLocaleLowerCase();
  if (sought === '') return [];
  const locales = listTextLocales(documents);
  const seen = new Set(Object.keys(getTypeProperties(documents, getTypeFolder(documents, type))));
  return listOutlineTypes(documents).flatMap(({ key, folder }) =>
    listTypeFieldNames(documents, folder).flatMap((field) => {
      if (seen.has(field)) return [];
      seen.add(field);
      const from = { type: key, field };
      const kind = getOutlineFieldKind(documents, folder, field);
      const label = getFieldLabel(documents, from);
      const labels = locales.flatMap((locale) => {
        const text = findFieldTextEntry(documents, from, { part: 'label', locale })?.text;
        return text === undefined ? [] : [text];
      });
      const isFound = [label, ...labels].some((text) => text.toLocaleLowerCase().includes(sought));
      if (!isFound || palette[kind]?.limit !== undefined) return [];
      return [{ from, kind, label, languages: labels.length }];
    }),
  );
}

/**
 * Returns the patches that add a field of another type to a type under the same name, with its texts in all
 * languages, its appearance, its example and whether it is required. Both types then refer to one definition
 * in `fields.json`, which is created if necessary; a schema that refers to others is copied instead. Rules
 * about the field apply to both, unless their conditions name a type.
 * @param options.behind The name of the field before it; absent: the last field.
 * @throws if one of the types does not exist.
 */
export function takeField(
  documents: Documents,
  { from, type, behind }: { readonly from: FieldAddress; readonly type: string; readonly behind?: string },
): { readonly name: string; readonly patches: readonly Patch[] } {
  const { field } = from;
  const [source, folder] = [getTypeFolder(documents, from.type), getTypeFolder(documents, type)];
  const ui = asObject(documents[getUiFile(source)])[field] as Json | undefined;
  const isRequired = listRequiredFields(documents, source).includes(field);
  const patches = chainEdits(
    documents,
    (made) => shareDefinition(made, source, field),
    (made) =>
      setMember(
        made,
        { file: getSchemaFile(folder), path: ['properties', field] },
        getTypeProperties(made, source)[field] as Json,
      ),
    (made) => setFieldOrder(made, { folder, field, behind }),
    (made) => (ui === undefined ? [] : setNestedMember(made, { file: getUiFile(folder), path: [field] }, ui)),
    (made) => copyOwnTexts(made, from, type),
    (made) => setExampleAnswer(made, folder, { field, value: getExampleAnswer(documents, source, field) }),
    (made) => (isRequired ? setRequired(made, { type, field }, true) : []),
  );
  return { name: field, patches };
}

/**
 * Moves the schema of a field to a definition in `fields.json`, to which all types with the same schema under
 * this name then refer. No patches if it refers to a definition already, or contains references, which
 * would not resolve from another file.
 */
function shareDefinition(documents: Documents, folder: string, field: string): readonly Patch[] {
  const schema = getTypeProperties(documents, folder)[field] as Json;
  if (getDefinitionName(schema) !== undefined || JSON.stringify(schema).includes('"$ref"')) return [];
  const file = 'fields.json';
  const usedNames = new Set(Object.keys(asObject(asObject(documents[file]).$defs)));
  const definition = makeUnique(field, usedNames, '_');
  return chainEdits(
    documents,
    (made) =>
      made[file] === undefined
        ? setMember(
            made,
            { file, path: [] },
            { $schema: 'meta/fields.schema.json', $defs: { [definition]: schema } },
          )
        : setNestedMember(made, { file, path: ['$defs', definition] }, schema),
    ...listOutlineTypes(documents)
      .filter((type) => isSameJson(getTypeProperties(documents, type.folder)[field], schema))
      .map(
        (type) => (made: Documents) =>
          setMember(
            made,
            { file: getSchemaFile(type.folder), path: ['properties', field] },
            { $ref: `../../fields.json#/$defs/${definition}` },
          ),
      ),
  );
}

/** Copies the texts that a type has of its own for a field to another type, in every language. */
function copyOwnTexts(documents: Documents, { type, field }: FieldAddress, to: string): readonly Patch[] {
  return chainEdits(
    documents,
    ...listTextLocales(documents).flatMap((locale) =>
      Object.entries(asObject(documents[getTextsFile(locale)])).flatMap(([key, text]) =>
        ['fields', 'options'].some((kind) => key.startsWith(`forms.${type}.${kind}.${field}.`))
          ? [
              (made: Documents) =>
                setText(
                  made,
                  { locale, key: `forms.${to}.${key.slice(`forms.${type}.`.length)}` },
                  String(text),
                ),
            ]
          : [],
      ),
    ),
  );
}
