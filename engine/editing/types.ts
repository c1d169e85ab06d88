import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import type { Patch } from './change.ts';
import { at, definitionOf, inside, type Place } from './containers.ts';
import { slugOf, unused } from './free-names.ts';
import { folderOf, inTurn, setMember, setText, setWithin } from './members.ts';
import { fallbackLocale, fieldNames, localesOf, propertiesOf, requiredOf, typesOf } from './outline.ts';
import { schemaFile, textsFile, uiFile } from './places.ts';

/** Adds an enquiry type with the shared fields of the first type: those that every type uses. */
export function addType(
  documents: Documents,
  title: string,
): { readonly key: string; readonly patches: readonly Patch[] } {
  const { id, key } = freeType(documents, title);
  const [first] = typesOf(documents);
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

/**
 * Adds a copy of an enquiry type: its fields, its texts, the rules that apply to it and the scenarios that
 * test it.
 */
export function copyType(
  documents: Documents,
  from: string,
  title: string,
): { readonly key: string; readonly patches: readonly Patch[] } {
  const { id, key } = freeType(documents, title);
  const folder = folderOf(documents, from);
  const entry = { id, key, folder: key, names: { [fallbackLocale(documents)]: title } };
  const schema = asObject(documents[schemaFile(folder)]) as Readonly<Record<string, Json>>;
  const patches = inTurn(
    documents,
    (made) => setMember(made, { file: 'enquiry-types.json', path: ['enquiryTypes', String(id)] }, entry),
    (made) => setMember(made, { file: schemaFile(key), path: [] }, { ...schema, title }),
    (made) => setMember(made, { file: uiFile(key), path: [] }, documents[uiFile(folder)] as Json),
    ...localesOf(documents).map((locale) => (made: Documents) => typeTexts(made, { locale, from, to: key })),
    (made) => rulesAlso(made, from, key),
    (made) => scenariosAlso(made, { from, to: key, id, title }),
  );
  return { key, patches };
}

function typeTexts(
  documents: Documents,
  { locale, from, to }: { readonly locale: string; readonly from: string; readonly to: string },
): readonly Patch[] {
  const own = `forms.${from}.`;
  const texts = Object.entries(asObject(documents[textsFile(locale)])).filter(([key]) => key.startsWith(own));
  return inTurn(
    documents,
    ...texts.map(
      ([key, text]) =>
        (made: Documents) =>
          setText(made, { locale, key: `forms.${to}.${key.slice(own.length)}` }, String(text)),
    ),
  );
}

/** Extends every rule that requires or excludes a type to another type. */
function rulesAlso(documents: Documents, from: string, to: string): readonly Patch[] {
  return inTurn(
    documents,
    ...asList(asObject(documents['rules.json']).rules).map((rule) => (made: Documents) => {
      const { id } = asObject(rule);
      return setMember(
        made,
        { file: 'rules.json', path: ['rules', String(id)] },
        alsoOf(rule as Json, from, to),
      );
    }),
  );
}

function alsoOf(node: Json, from: string, to: string): Json {
  if (Array.isArray(node)) return node.map((item: Json) => alsoOf(item, from, to));
  if (typeof node !== 'object' || node === null) return node;
  const [operator] = Object.keys(node);
  const operands = operator === undefined ? undefined : (node as Readonly<Record<string, Json>>)[operator];
  if (operator !== undefined && Array.isArray(operands) && isTypeFact(operands[0])) {
    const [fact = null, asked = null] = operands as readonly Json[];
    if (operator === 'in' && Array.isArray(asked) && asked.includes(from))
      return { in: [fact, [...asked, to]] };
    if (operator === '==' && asked === from) return { in: [fact, [from, to]] };
    if (operator === '!=' && asked === from) return { '!': { in: [fact, [from, to]] } };
  }
  const { excludeTypes } = node as Readonly<Record<string, Json>>;
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) =>
      key === 'excludeTypes' && Array.isArray(excludeTypes) && excludeTypes.includes(from)
        ? [key, [...excludeTypes, to]]
        : [key, alsoOf(inner as Json, from, to)],
    ),
  );
}

function isTypeFact(node: unknown): boolean {
  return asObject(node).var === 'type';
}

/** Copies every scenario of a type for its copy. */
function scenariosAlso(
  documents: Documents,
  {
    from,
    to,
    id,
    title,
  }: { readonly from: string; readonly to: string; readonly id: number; readonly title: string },
): readonly Patch[] {
  const file = 'scenarios.json';
  const { scenarios, usual } = asObject(documents[file]);
  const usualTypes = asList(asObject(usual).types);
  const instead = (types: unknown) =>
    asList(types).map((type) => (type === from ? to : type)) as readonly Json[];
  return inTurn(
    documents,
    ...asList(scenarios).flatMap((scenario) => {
      const { name, on, expect } = asObject(scenario);
      const { type, types = usualTypes } = asObject(on);
      if (type !== from) return [];
      const expected = asObject(expect);
      const sent = asObject(expected.sent);
      const copy = {
        ...asObject(scenario),
        name: `${String(name)} (${title})`,
        on: { ...asObject(on), types: instead(types), type: to },
        expect: {
          ...expected,
          ...(expected.type === from && { type: to }),
          ...(expected.types !== undefined && { types: instead(expected.types) }),
          ...(sent.enquiry_type !== undefined && {
            sent: { ...sent, enquiry_type: typeof sent.enquiry_type === 'string' ? String(id) : id },
          }),
        },
      };
      return [
        (made: Documents) =>
          setMember(made, { file, path: ['scenarios', copy.name] }, copy as unknown as Json),
      ];
    }),
  );
}

/** Retires a type or restores it. Its documents are preserved. */
export function setRetired(documents: Documents, type: string, isRetired: boolean): readonly Patch[] {
  return setMember(documents, inside(entryOf(documents, type), 'retired'), isRetired ? true : undefined);
}

/** Moves a type to an index in the list, counted from 0. */
export function moveType(documents: Documents, type: string, to: number): readonly Patch[] {
  const place = { file: 'enquiry-types.json', path: ['enquiryTypes'] };
  const entries = asList(asObject(documents[place.file]).enquiryTypes) as readonly Json[];
  const from = typesOf(documents).findIndex(({ key }) => key === type);
  const moved = entries[from];
  if (moved === undefined) return [];
  return setMember(documents, place, entries.toSpliced(from, 1).toSpliced(to, 0, moved));
}

/** Returns the names of a type by language. A name from the content takes precedence. */
export function typeNames(documents: Documents, type: string): Readonly<Record<string, string>> {
  return asObject(asObject(at(documents, entryOf(documents, type))).names) as Readonly<
    Record<string, string>
  >;
}

/**
 * Sets or removes the name of a type in a language. Updates the title of its schema if the two were equal.
 */
export function setTypeName(
  documents: Documents,
  type: string,
  { locale, name }: { readonly locale: string; readonly name: string },
): readonly Patch[] {
  const before = typeNames(documents, type)[locale];
  const title = { file: schemaFile(folderOf(documents, type)), path: ['title'] };
  const isTitle = locale === fallbackLocale(documents) && name !== '' && at(documents, title) === before;
  return inTurn(
    documents,
    (made) => setWithin(made, namePlace(made, type, locale), name === '' ? undefined : name),
    (made) => (isTitle && before !== undefined ? setMember(made, title, name) : []),
  );
}

export function namePlace(documents: Documents, type: string, locale: string): Place {
  return inside(entryOf(documents, type), 'names', locale);
}

function entryOf(documents: Documents, type: string): Place {
  const found = typesOf(documents).find(({ key }) => key === type);
  return { file: 'enquiry-types.json', path: ['enquiryTypes', found?.id ?? ''] };
}

/** Returns an id and a key that no type uses or has used, as far as the list shows. */
function freeType(documents: Documents, title: string): { readonly id: number; readonly key: string } {
  const types = typesOf(documents);
  const taken = new Set(types.flatMap((type) => [type.key, type.folder]));
  return {
    key: unused(slugOf(title, '-') || 'form', taken, '-'),
    id: Math.max(0, ...types.map((type) => Number(type.id)).filter(Number.isInteger)) + 1,
  };
}
