import { asList, asObject } from '../json-schema/values.ts';
import { type Documents, type Json, optionSetNames } from '../types.ts';
import { valueAt } from './change.ts';
import {
  at,
  containerOf,
  definitionOf,
  fieldIn,
  isGroup,
  isRepeated,
  namesInside,
  requiredInside,
  schemaPlace,
  stepsTo,
  uiPlace,
} from './containers.ts';
import { schemaFile, textsFile, uiFile } from './places.ts';

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
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** The name of its definition in `fields.json`; absent if it has none. */
  readonly definition?: string;
  /** The titles of the other types that use the same definition or have a field with this name. */
  readonly sharedWith: readonly string[];
  readonly members?: readonly OutlineField[];
}

export type FieldKind = (typeof fieldKinds)[number];

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
  'office',
  'event',
  'list',
  'photos',
  'group',
  'repeated-group',
  'other',
] as const;

export function outlineOf(documents: Documents): readonly OutlineType[] {
  const types = typesOf(documents).map((type) => ({
    ...type,
    title: String(asObject(documents[schemaFile(type.folder)]).title ?? type.key),
  }));
  const uses = new Map<string, string[]>();
  for (const { title, folder } of types)
    for (const [name, schema] of Object.entries(propertiesOf(documents, folder))) {
      // Fields with the same name share their texts, even if their schemas differ.
      const shared = definitionOf(schema) ?? `${name}/`;
      uses.set(shared, [...(uses.get(shared) ?? []), title]);
    }
  return types.map((type) => ({
    ...type,
    steps: stepsOf(documents, type.folder).map(({ name, fields }) => ({
      ...{ name, fields },
      title: textOf(documents, [`forms.${type.key}.steps.${name}.title`, `steps.${name}.title`]) ?? name,
    })),
    fields: fieldsInside({ documents, type, uses, budget: { left: mostFields } }, ''),
  }));
}

interface Outlining {
  readonly documents: Documents;
  readonly type: Pick<OutlineType, 'key' | 'folder' | 'title'>;
  /** The titles of the types that use a definition, by its name. */
  readonly uses: ReadonlyMap<string, readonly string[]>;
  /** The number of fields that may still be listed. */
  readonly budget: { left: number };
}

/**
 * Limits for the listed fields of a type and for the depth of groups, because the definitions of a draft may
 * be circular.
 */
const mostFields = 2_000;
const deepestGroup = 16;

function fieldsInside(outlining: Outlining, group: string): readonly OutlineField[] {
  const { documents, type, uses, budget } = outlining;
  if (group !== '' && stepsTo(group).length > deepestGroup) return [];
  const container = containerOf(documents, type.folder, group);
  const required = requiredInside(documents, container);
  const names = namesInside(documents, container).slice(0, budget.left);
  budget.left -= names.length;
  return names.map((own): OutlineField => {
    const name = fieldIn(group, own);
    const definition = definitionOf(at(documents, schemaPlace(documents, type.folder, name)));
    const users = uses.get(definition === undefined ? `${name}/` : definition) ?? [];
    const kind = kindOf(documents, type.folder, name);
    return {
      name,
      label: labelOf(documents, { type: type.key, field: name }),
      kind,
      isRequired: required.includes(own),
      ...(definition !== undefined && { definition }),
      sharedWith: users.filter((title) => title !== type.title),
      ...((kind === 'group' || kind === 'repeated-group') && { members: fieldsInside(outlining, name) }),
    };
  });
}

/** Finds a field by its path, at any depth. */
export function fieldNamed(fields: readonly OutlineField[], name: string): OutlineField | undefined {
  for (const field of fields) {
    const found = field.name === name ? field : fieldNamed(field.members ?? [], name);
    if (found) return found;
  }
  return undefined;
}

export function namesInOutline(fields: readonly OutlineField[]): readonly string[] {
  return fields.flatMap(({ name, members = [] }) => [name, ...namesInOutline(members)]);
}

function textOf(documents: Documents, keys: readonly string[]): string | undefined {
  const texts = asObject(documents[textsFile(fallbackLocale(documents))]);
  const text = keys.map((key) => texts[key]).find((one) => typeof one === 'string');
  return text === undefined ? undefined : String(text);
}

/** Returns the languages that have texts, the fallback language first. */
export function localesOf(documents: Documents): readonly string[] {
  const last = fallbackLocale(documents);
  const all = Object.keys(documents).flatMap((file) => /^texts\/(.+)\.json$/.exec(file)?.[1] ?? []);
  return [last, ...all.filter((locale) => locale !== last).sort()];
}

/** Returns the texts of every language, the fallback language first. */
export function textsOf(documents: Documents): readonly Readonly<Record<string, unknown>>[] {
  return localesOf(documents).map((locale) => asObject(documents[textsFile(locale)]));
}

/**
 * Returns the lists from which a field can offer choices: those of the engine, and those that `lists.json`
 * declares.
 */
export function contentLists(
  documents: Documents,
): readonly { readonly name: string; readonly description?: string }[] {
  const declared = Object.entries(asObject(asObject(documents['lists.json']).lists));
  return [
    ...optionSetNames.filter((name) => name !== 'offeredOffices').map((name) => ({ name })),
    ...declared.map(([name, list]) => ({ name, description: String(asObject(list).description ?? name) })),
  ];
}

export function fallbackLocale(documents: Documents): string {
  return String(asObject(documents['settings.json']).fallbackLocale ?? 'en');
}

/** Returns the steps of a type; empty if it has none. */
export function stepsOf(documents: Documents, folder: string): readonly Omit<OutlineStep, 'title'>[] {
  return asList(asObject(documents[uiFile(folder)])['ui:steps']).map((step) => {
    const { name, fields } = asObject(step);
    return { name: String(name), fields: asList(fields).map(String) };
  });
}

/** The key of a type and the path of one of its fields. */
export interface FieldPlace {
  readonly type: string;
  readonly field: string;
}

/** Returns the possible keys of a field's `label`, `hint` or `placeholder`, first that of the type. */
export function fieldTextKeys({ type, field }: FieldPlace, part: string): readonly [string, string] {
  return [`forms.${type}.fields.${field}.${part}`, `fields.${field}.${part}`];
}

/** Returns a text of a field in a language, with its key; undefined if there is none. */
export function fieldText(
  documents: Documents,
  place: FieldPlace,
  { part, locale }: { readonly part: string; readonly locale: string },
): { readonly key: string; readonly text: string } | undefined {
  const texts = asObject(documents[textsFile(locale)]);
  for (const key of fieldTextKeys(place, part)) {
    const text = texts[key];
    if (typeof text === 'string') return { key, text };
  }
  return undefined;
}

/** Returns the label of a field in the fallback language, else the title of its schema, else its name. */
export function labelOf(documents: Documents, place: FieldPlace): string {
  const found = fieldText(documents, place, { part: 'label', locale: fallbackLocale(documents) });
  if (found) return found.text;
  const type = typesOf(documents).find(({ key }) => key === place.type);
  return String((type && wholeSchema(documents, type.folder, place.field).title) ?? place.field);
}

export function typesOf(
  documents: Documents,
): readonly Pick<OutlineType, 'id' | 'key' | 'folder' | 'isRetired'>[] {
  return asList(asObject(documents['enquiry-types.json']).enquiryTypes).map((item) => {
    const { id, key, folder, retired } = asObject(item);
    return {
      ...{ id: String(id), key: String(key ?? folder), folder: String(folder ?? key) },
      isRetired: retired === true,
    };
  });
}

/** Returns the schemas of a type's fields by name, with unresolved references. */
export function propertiesOf(documents: Documents, folder: string): Readonly<Record<string, unknown>> {
  return asObject(asObject(documents[schemaFile(folder)]).properties);
}

export function requiredOf(documents: Documents, folder: string): readonly string[] {
  return requiredInside(documents, containerOf(documents, folder, ''));
}

/** Returns the names of a type's fields in display order. */
export function fieldNames(documents: Documents, folder: string): readonly string[] {
  return namesInside(documents, containerOf(documents, folder, ''));
}

/** Returns the definition in `fields.json` to which a schema refers; empty if there is none. */
function definedBy(documents: Documents, schema: unknown): Readonly<Record<string, unknown>> {
  const definition = definitionOf(schema);
  return definition === undefined
    ? {}
    : asObject(asObject(asObject(documents['fields.json']).$defs)[definition]);
}

/** Returns the schema of a field merged with its definition. Its own keywords take precedence. */
export function wholeSchema(
  documents: Documents,
  folder: string,
  field: string,
): Readonly<Record<string, Json>> {
  const schema = at(documents, schemaPlace(documents, folder, field));
  const { $ref: _reference, ...own } = asObject(schema);
  return { ...definedBy(documents, schema), ...own } as Readonly<Record<string, Json>>;
}

/** Returns the UI options of a field: those of the type, else those of the shared `ui.json`. */
export function wholeUi(
  documents: Documents,
  folder: string,
  field: string,
): Readonly<Record<string, unknown>> {
  const [name = ''] = stepsTo(field);
  const [, ...deeper] = uiPlace(documents, folder, field).path;
  const drawn = {
    ...asObject(asObject(documents['ui.json'])[name]),
    ...asObject(asObject(documents[uiFile(folder)])[name]),
  };
  return asObject(valueAt(drawn as Json, deeper));
}

const kindOfWidget: Readonly<Record<string, FieldKind>> = {
  textarea: 'long-text',
  email: 'email',
  tel: 'phone',
  terms: 'terms',
  'office-select': 'office',
  photos: 'photos',
  files: 'photos',
  checkboxes: 'choices',
  'event-select': 'event',
};

export function kindOf(documents: Documents, folder: string, name: string): FieldKind {
  const schema = wholeSchema(documents, folder, name);
  const ui = wholeUi(documents, folder, name);
  const byWidget = kindOfWidget[String(ui['ui:widget'] ?? '')];
  if (byWidget) return byWidget;
  if (ui['ui:optionSet'] !== undefined) return 'list';
  if (Array.isArray(schema.enum) || Array.isArray(schema.oneOf)) return 'choice';
  return kindOfType(schema);
}

function kindOfType(schema: Readonly<Record<string, Json>>): FieldKind {
  const { type, format, items } = schema;
  if (type === 'string') return format === 'date' ? 'date' : format === 'email' ? 'email' : 'text';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'yes-no';
  if (type === 'array' && asObject(items).enum !== undefined) return 'choices';
  if (isRepeated(schema)) return 'repeated-group';
  return type !== 'array' && isGroup(schema) ? 'group' : 'other';
}
