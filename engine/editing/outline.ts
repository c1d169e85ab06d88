import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';

/** An enquiry type as its documents write it, whether they compile or not. */
export interface OutlineType {
  readonly id: string;
  readonly key: string;
  /** Below `forms/`. */
  readonly folder: string;
  /** The schema's title, else the key. */
  readonly title: string;
  readonly fields: readonly OutlineField[];
}

/** A field of a type as its documents write it, in display order. */
export interface OutlineField {
  readonly name: string;
  /** What visitors read in the language of last resort, else the schema's title, else the name. */
  readonly label: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Its definition in `fields.json`, where it has one. */
  readonly definition?: string;
  /** The keys of other types that use the same definition. */
  readonly sharedWith: readonly string[];
}

/** What a product owner calls the sort of a field. */
export type FieldKind = (typeof fieldKinds)[number];

/** In the order in which they are offered; `other` is what documents can say and no palette offers. */
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
  'list',
  'photos',
  'group',
  'repeated-group',
  'other',
] as const;

/** The enquiry types of documents, in their order. */
export function outlineOf(documents: Documents): readonly OutlineType[] {
  const types = typesOf(documents);
  const uses = new Map<string, string[]>();
  for (const { key, folder } of types)
    for (const schema of Object.values(propertiesOf(documents, folder))) {
      const definition = definitionOf(schema);
      if (definition) uses.set(definition, [...(uses.get(definition) ?? []), key]);
    }
  return types.map((type) => ({
    ...type,
    title: String(asObject(documents[schemaFile(type.folder)]).title ?? type.key),
    fields: fieldNames(documents, type.folder).map((name) => {
      const definition = definitionOf(propertiesOf(documents, type.folder)[name]);
      const users = definition === undefined ? [] : (uses.get(definition) ?? []);
      return {
        name,
        label: labelOf(documents, { type: type.key, field: name }),
        kind: kindOf(documents, type.folder, name),
        isRequired: requiredOf(documents, type.folder).includes(name),
        ...(definition !== undefined && { definition }),
        sharedWith: users.filter((key) => key !== type.key),
      };
    }),
  }));
}

/** Where the schema of a type stands: `schemaFile('sales') // 'forms/sales/schema.json'`. */
export function schemaFile(folder: string): string {
  return `forms/${folder}/schema.json`;
}

/** Where the UI schema of a type stands. */
export function uiFile(folder: string): string {
  return `forms/${folder}/ui.json`;
}

/** Where the texts of a language stand. */
export function textsFile(locale: string): string {
  return `texts/${locale}.json`;
}

/** The languages that there are texts in, that of last resort first. */
export function localesOf(documents: Documents): readonly string[] {
  const last = fallbackLocale(documents);
  const all = Object.keys(documents).flatMap((file) => /^texts\/(.+)\.json$/.exec(file)?.[1] ?? []);
  return [last, ...all.filter((locale) => locale !== last).sort()];
}

/** The language of last resort (`settings.json`). */
export function fallbackLocale(documents: Documents): string {
  return String(asObject(documents['settings.json']).fallbackLocale ?? 'en');
}

/** A field of a type: where a text of it may stand. */
export interface FieldPlace {
  readonly type: string;
  readonly field: string;
}

/** The keys under which a part of a field's words may stand, the type's own first: `label`, `hint`, `placeholder`. */
export function fieldTextKeys({ type, field }: FieldPlace, part: string): readonly [string, string] {
  return [`forms.${type}.fields.${field}.${part}`, `fields.${field}.${part}`];
}

/** A part of a field's words in a language, and the key under which it stands; undefined: there is none. */
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

/** What a field is called in the language of last resort, else by its schema, else by its name. */
function labelOf(documents: Documents, place: FieldPlace): string {
  const found = fieldText(documents, place, { part: 'label', locale: fallbackLocale(documents) });
  if (found) return found.text;
  const type = typesOf(documents).find(({ key }) => key === place.type);
  const schema = type && asObject(propertiesOf(documents, type.folder)[place.field]);
  return String(schema?.title ?? definedBy(documents, schema).title ?? place.field);
}

/** The enquiry types that `enquiry-types.json` lists. */
export function typesOf(documents: Documents): readonly Pick<OutlineType, 'id' | 'key' | 'folder'>[] {
  return asList(asObject(documents['enquiry-types.json']).enquiryTypes).map((item) => {
    const { id, key, folder } = asObject(item);
    return { id: String(id), key: String(key ?? folder), folder: String(folder ?? key) };
  });
}

/** The fields' schemas of a type, by name, as they are written. */
export function propertiesOf(documents: Documents, folder: string): Readonly<Record<string, unknown>> {
  return asObject(asObject(documents[schemaFile(folder)]).properties);
}

/** The names of the fields that a type's schema requires. */
export function requiredOf(documents: Documents, folder: string): readonly string[] {
  return asList(asObject(documents[schemaFile(folder)]).required).map(String);
}

/** The names of a type's fields in display order: as `ui:order` has them, then as the schema does. */
export function fieldNames(documents: Documents, folder: string): readonly string[] {
  const all = Object.keys(propertiesOf(documents, folder));
  const order = asList(asObject(documents[uiFile(folder)])['ui:order']).map(String);
  const rest = all.filter((name) => !order.includes(name));
  const star = order.indexOf('*');
  const placed =
    star < 0 ? [...order, ...rest] : [...order.slice(0, star), ...rest, ...order.slice(star + 1)];
  return placed.filter((name) => all.includes(name));
}

/** The name of the definition in `fields.json` that a field's schema refers to. */
export function definitionOf(schema: unknown): string | undefined {
  return /fields\.json#\/\$defs\/([^/]+)$/.exec(String(asObject(schema).$ref ?? ''))?.[1];
}

/** The definition in `fields.json` that a field's schema refers to; empty where there is none. */
function definedBy(documents: Documents, schema: unknown): Readonly<Record<string, unknown>> {
  const definition = definitionOf(schema);
  return definition === undefined
    ? {}
    : asObject(asObject(asObject(documents['fields.json']).$defs)[definition]);
}

/** What a field's schema says, its definition's keywords under its own. */
export function wholeSchema(
  documents: Documents,
  folder: string,
  name: string,
): Readonly<Record<string, Json>> {
  const schema = propertiesOf(documents, folder)[name];
  const { $ref: _reference, ...own } = asObject(schema);
  return { ...definedBy(documents, schema), ...own } as Readonly<Record<string, Json>>;
}

/** What the UI schemas say of a field, the shared one's under the type's own. */
export function wholeUi(
  documents: Documents,
  folder: string,
  name: string,
): Readonly<Record<string, unknown>> {
  return {
    ...asObject(asObject(documents['ui.json'])[name]),
    ...asObject(asObject(documents[uiFile(folder)])[name]),
  };
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
  'event-select': 'list',
};

/** What a product owner would call the sort of a field. */
export function kindOf(documents: Documents, folder: string, name: string): FieldKind {
  const schema = wholeSchema(documents, folder, name);
  const ui = wholeUi(documents, folder, name);
  const byWidget = kindOfWidget[String(ui['ui:widget'] ?? '')];
  if (byWidget) return byWidget;
  if (ui['ui:optionSet'] !== undefined) return 'list';
  if (Array.isArray(schema.enum) || Array.isArray(schema.oneOf)) return 'choice';
  return kindOfType(schema);
}

function kindOfType({ type, format, items }: Readonly<Record<string, Json>>): FieldKind {
  if (type === 'string') return format === 'date' ? 'date' : format === 'email' ? 'email' : 'text';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'yes-no';
  if (type === 'object') return 'group';
  if (type !== 'array') return 'other';
  return asObject(items).enum === undefined ? 'repeated-group' : 'choices';
}
