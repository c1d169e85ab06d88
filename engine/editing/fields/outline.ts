import { asList, asObject } from '../../json-schema/values.ts';
import { getOptionSetDefinition, optionSetNames } from '../../model/option-sets.ts';
import type { Documents, Json } from '../../model/types.ts';
import { presetFieldKinds, presetKindsByWidget } from '../../preset/editing.ts';
import { getValueAtPath } from '../change.ts';
import { getSchemaFile, getTextsFile, getUiFile } from '../documents/document-files.ts';
import {
  findContainer,
  getDefinitionName,
  getSchemaPosition,
  getUiPosition,
  getValueAtPosition,
  isGroupSchema,
  isRepeatedGroup,
  joinGroupAndName,
  listContainedNames,
  listRequiredNames,
  splitFieldPath,
} from './containers.ts';

/** An enquiry type in the documents. They need not compile. */
export interface OutlineType {
  readonly id: string;
  readonly key: string;
  /** The folder below `forms/`. */
  readonly folder: string;
  /** The title of the schema, else the key. */
  readonly title: string;
  readonly fields: readonly OutlineField[];
  /** The steps with the names of their fields; empty if the form has one page. */
  readonly steps: readonly OutlineStep[];
  /** True if the type is not offered any more. Its documents are preserved. */
  readonly isRetired: boolean;
}

export interface OutlineStep {
  readonly name: string;
  /** The title in the fallback language, else the name. */
  readonly title: string;
  readonly fields: readonly string[];
}

export interface OutlineField {
  /** The path with its groups: `party.age`. */
  readonly name: string;
  /** The label in the fallback language, else the title of the schema, else the name. */
  readonly label: string;
  readonly kind: OutlineFieldKind;
  readonly isRequired: boolean;
  /** The name of its definition in `fields.json`; absent if it has none. */
  readonly definition?: string;
  /** The titles of the other types that use the same definition or have a field with this name. */
  readonly sharedWith: readonly string[];
  /** The nested fields; present only for a group and a repeated group. */
  readonly members?: readonly OutlineField[];
}

export type OutlineFieldKind = (typeof fieldKinds)[number];

/** The kinds in display order. `other` is any schema that the palette does not offer. */
export const fieldKinds = [
  'text',
  'long-text',
  'email',
  'phone',
  'number',
  'date',
  'choice',
  'choices',
  'yes-no',
  'terms',
  ...presetFieldKinds,
  'list',
  'photos',
  'group',
  'repeated-group',
  'other',
] as const;

/**
 * Returns the enquiry types in the order of `enquiry-types.json`, also the retired ones, with their steps and
 * fields.
 */
export function createOutline(documents: Documents): readonly OutlineType[] {
  const types = listOutlineTypes(documents).map((type) => ({
    ...type,
    title: String(asObject(documents[getSchemaFile(type.folder)]).title ?? type.key),
  }));
  const uses = new Map<string, string[]>();
  for (const { title, folder } of types)
    for (const [name, schema] of Object.entries(getTypeProperties(documents, folder))) {
      // Fields with the same name share their texts, even if their schemas differ.
      const shared = getDefinitionName(schema) ?? `${name}/`;
      uses.set(shared, [...(uses.get(shared) ?? []), title]);
    }
  return types.map((type) => ({
    ...type,
    steps: listOutlineSteps(documents, type.folder).map(({ name, fields }) => ({
      name,
      fields,
      title:
        findTextInFallbackLocale(documents, [
          `forms.${type.key}.steps.${name}.title`,
          `steps.${name}.title`,
        ]) ?? name,
    })),
    fields: listGroupFields({ documents, type, uses, budget: { left: maxFields } }, ''),
  }));
}

interface OutlineContext {
  readonly documents: Documents;
  readonly type: Pick<OutlineType, 'key' | 'folder' | 'title'>;
  /**
   * The titles of the types that use a definition, by its name. For fields without a definition, the titles
   * of the types that have one, by the name of the field and a slash.
   */
  readonly uses: ReadonlyMap<string, readonly string[]>;
  /** The number of fields that may still be listed. It is decreased with each field. */
  readonly budget: { left: number };
}

/**
 * Limits for the listed fields of a type and for the depth of groups, because the definitions of a draft may
 * be circular.
 */
const maxFields = 2_000;
const maxGroupDepth = 16;

/**
 * Returns the fields of a group with their nested fields; with an empty group, those of the type. Decreases
 * `context.budget`, and returns none if it is used up or the group is too deep.
 */
function listGroupFields(context: OutlineContext, group: string): readonly OutlineField[] {
  const { documents, type, uses, budget } = context;
  if (group !== '' && splitFieldPath(group).length > maxGroupDepth) return [];
  const container = findContainer(documents, type.folder, group);
  const required = listRequiredNames(documents, container);
  const names = listContainedNames(documents, container).slice(0, budget.left);
  budget.left -= names.length;
  return names.map((own): OutlineField => {
    const name = joinGroupAndName(group, own);
    const definition = getDefinitionName(
      getValueAtPosition(documents, getSchemaPosition(documents, type.folder, name)),
    );
    const users = uses.get(definition === undefined ? `${name}/` : definition) ?? [];
    const kind = getOutlineFieldKind(documents, type.folder, name);
    return {
      name,
      label: getFieldLabel(documents, { type: type.key, field: name }),
      kind,
      isRequired: required.includes(own),
      ...(definition !== undefined && { definition }),
      sharedWith: users.filter((title) => title !== type.title),
      ...((kind === 'group' || kind === 'repeated-group') && { members: listGroupFields(context, name) }),
    };
  });
}

/** Finds a field by its path, at any depth; undefined if there is none. */
export function findOutlineField(fields: readonly OutlineField[], name: string): OutlineField | undefined {
  for (const field of fields) {
    const found = field.name === name ? field : findOutlineField(field.members ?? [], name);
    if (found) return found;
  }
  return undefined;
}

/** Returns the paths of the fields and of all fields nested in them. */
export function listOutlineNames(fields: readonly OutlineField[]): readonly string[] {
  return fields.flatMap(({ name, members = [] }) => [name, ...listOutlineNames(members)]);
}

/** Returns the text of the first key that has one; undefined if none has. */
function findTextInFallbackLocale(documents: Documents, keys: readonly string[]): string | undefined {
  const texts = asObject(documents[getTextsFile(getFallbackLocale(documents))]);
  const text = keys.map((key) => texts[key]).find((one) => typeof one === 'string');
  return text === undefined ? undefined : String(text);
}

/**
 * Returns the fallback language, which may have no texts yet, and then the other languages that have texts,
 * sorted.
 */
export function listTextLocales(documents: Documents): readonly string[] {
  const last = getFallbackLocale(documents);
  const all = Object.keys(documents).flatMap((file) => /^texts\/(.+)\.json$/.exec(file)?.[1] ?? []);
  return [last, ...all.filter((locale) => locale !== last).sort()];
}

/** Returns the texts of every language, the fallback language first. */
export function listTextsByLocale(documents: Documents): readonly Readonly<Record<string, unknown>>[] {
  return listTextLocales(documents).map((locale) => asObject(documents[getTextsFile(locale)]));
}

/**
 * Returns the lists from which a field can offer choices: those of the engine (except those of
 * one widget), and those that `lists.json` declares.
 */
export function listContentLists(
  documents: Documents,
): readonly { readonly name: string; readonly description?: string }[] {
  const declared = Object.entries(asObject(asObject(documents['lists.json']).lists));
  return [
    ...optionSetNames.filter((name) => !getOptionSetDefinition(name).isOfWidget).map((name) => ({ name })),
    ...declared.map(([name, list]) => ({ name, description: String(asObject(list).description ?? name) })),
  ];
}

/** Returns the fallback language of the settings; `en` if they name none. */
export function getFallbackLocale(documents: Documents): string {
  return String(asObject(documents['settings.json']).fallbackLocale ?? 'en');
}

/**
 * Returns the steps of a type with the names of their fields, in the order of `ui:steps`; empty if the form
 * has one page.
 */
export function listOutlineSteps(
  documents: Documents,
  folder: string,
): readonly Omit<OutlineStep, 'title'>[] {
  return asList(asObject(documents[getUiFile(folder)])['ui:steps']).map((step) => {
    const { name, fields } = asObject(step);
    return { name: String(name), fields: asList(fields).map(String) };
  });
}

/** The key of a type and the path of one of its fields. */
export interface FieldAddress {
  readonly type: string;
  readonly field: string;
}

/** Returns the possible keys of a field's `label`, `hint` or `placeholder`, first that of the type. */
export function getFieldTextKeys({ type, field }: FieldAddress, part: string): readonly [string, string] {
  return [`forms.${type}.fields.${field}.${part}`, `fields.${field}.${part}`];
}

/**
 * Returns a text of a field and its key: that of the type, else the shared one. Undefined if both are
 * missing; does not search in the fallback language.
 */
export function findFieldTextEntry(
  documents: Documents,
  address: FieldAddress,
  { part, locale }: { readonly part: string; readonly locale: string },
): { readonly key: string; readonly text: string } | undefined {
  const texts = asObject(documents[getTextsFile(locale)]);
  for (const key of getFieldTextKeys(address, part)) {
    const text = texts[key];
    if (typeof text === 'string') return { key, text };
  }
  return undefined;
}

/** Returns the label of a field in the fallback language, else the title of its schema, else its name. */
export function getFieldLabel(documents: Documents, address: FieldAddress): string {
  const found = findFieldTextEntry(documents, address, {
    part: 'label',
    locale: getFallbackLocale(documents),
  });
  if (found) return found.text;
  const type = listOutlineTypes(documents).find(({ key }) => key === address.type);
  return String((type && getMergedSchema(documents, type.folder, address.field).title) ?? address.field);
}

/**
 * Returns the types that `enquiry-types.json` lists, in its order, also the retired ones. A missing key or
 * folder is equal to the other one.
 */
export function listOutlineTypes(
  documents: Documents,
): readonly Pick<OutlineType, 'id' | 'key' | 'folder' | 'isRetired'>[] {
  return asList(asObject(documents['enquiry-types.json']).enquiryTypes).map((item) => {
    const { id, key, folder, retired } = asObject(item);
    return {
      id: String(id),
      key: String(key ?? folder),
      folder: String(folder ?? key),
      isRetired: retired === true,
    };
  });
}

/** Returns the schemas of a type's fields by name, with unresolved references. */
export function getTypeProperties(documents: Documents, folder: string): Readonly<Record<string, unknown>> {
  return asObject(asObject(documents[getSchemaFile(folder)]).properties);
}

/** Returns the names of the top-level fields that the schema of a type requires. */
export function listRequiredFields(documents: Documents, folder: string): readonly string[] {
  return listRequiredNames(documents, findContainer(documents, folder, ''));
}

/** Returns the names of a type's fields in display order. */
export function listTypeFieldNames(documents: Documents, folder: string): readonly string[] {
  return listContainedNames(documents, findContainer(documents, folder, ''));
}

/** Returns the definition in `fields.json` to which a schema refers; empty if there is none. */
function getDefinition(documents: Documents, schema: unknown): Readonly<Record<string, unknown>> {
  const definition = getDefinitionName(schema);
  return definition === undefined
    ? {}
    : asObject(asObject(asObject(documents['fields.json']).$defs)[definition]);
}

/**
 * Returns the schema of a field merged with its definition, without the reference. Its own keywords take
 * precedence. Empty if there is no such field.
 */
export function getMergedSchema(
  documents: Documents,
  folder: string,
  field: string,
): Readonly<Record<string, Json>> {
  const schema = getValueAtPosition(documents, getSchemaPosition(documents, folder, field));
  const { $ref: _reference, ...own } = asObject(schema);
  return { ...getDefinition(documents, schema), ...own } as Readonly<Record<string, Json>>;
}

/**
 * Returns the UI options of a field in the shared `ui.json` and in its type; empty if it has none. Those of
 * the type take precedence; for a nested field, they replace the shared ones as a whole.
 */
export function getMergedUi(
  documents: Documents,
  folder: string,
  field: string,
): Readonly<Record<string, unknown>> {
  const [name = ''] = splitFieldPath(field);
  const [, ...deeper] = getUiPosition(documents, folder, field).path;
  const drawn = {
    ...asObject(asObject(documents['ui.json'])[name]),
    ...asObject(asObject(documents[getUiFile(folder)])[name]),
  };
  return asObject(getValueAtPath(drawn as Json, deeper));
}

const kindsByWidget: Readonly<Record<string, OutlineFieldKind>> = {
  textarea: 'long-text',
  email: 'email',
  tel: 'phone',
  terms: 'terms',
  photos: 'photos',
  files: 'photos',
  signature: 'photos',
  checkboxes: 'choices',
  ranking: 'choices',
  ...presetKindsByWidget,
};

/**
 * Returns the kind of a field by its path: from its widget, else from its option set or its choices, else
 * from the type of its schema. `other` if none of them decides it.
 */
export function getOutlineFieldKind(documents: Documents, folder: string, name: string): OutlineFieldKind {
  const schema = getMergedSchema(documents, folder, name);
  const ui = getMergedUi(documents, folder, name);
  const byWidget = kindsByWidget[String(ui['ui:widget'] ?? '')];
  if (byWidget) return byWidget;
  if (ui['ui:optionSet'] !== undefined) return 'list';
  if (ui['ui:other'] === true) return 'choice';
  if (Array.isArray(schema.enum) || Array.isArray(schema.oneOf)) return 'choice';
  return getKindFromSchema(schema);
}

/** Returns the kind from a schema's `type`, `format` and `items`; `other` for any unknown combination. */
function getKindFromSchema(schema: Readonly<Record<string, Json>>): OutlineFieldKind {
  const { type, format, items } = schema;
  if (type === 'string') return format === 'date' ? 'date' : format === 'email' ? 'email' : 'text';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'yes-no';
  if (type === 'array' && asObject(items).enum !== undefined) return 'choices';
  if (isRepeatedGroup(schema)) return 'repeated-group';
  return type !== 'array' && isGroupSchema(schema) ? 'group' : 'other';
}
