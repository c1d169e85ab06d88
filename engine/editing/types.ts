import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../model/types.ts';
import type { Patch } from './change.ts';
import { getSchemaFile, getTextsFile, getUiFile } from './documents/document-files.ts';
import {
  appendPath,
  type DocumentPosition,
  getDefinitionName,
  getValueAtPosition,
} from './fields/containers.ts';
import { makeUnique, slugify } from './fields/free-names.ts';
import { chainEdits, getTypeFolder, setMember, setNestedMember, setText } from './fields/members.ts';
import {
  getFallbackLocale,
  getTypeProperties,
  listOutlineTypes,
  listRequiredFields,
  listTextLocales,
  listTypeFieldNames,
} from './fields/outline.ts';

/**
 * Returns the key of a new enquiry type and the patches that add it. It has those fields of the first type
 * that every type takes from `fields.json`, with their answers in its example; none if there is no type yet.
 */
export function addType(
  documents: Documents,
  title: string,
): { readonly key: string; readonly patches: readonly Patch[] } {
  const { id, key } = chooseIdAndKey(documents, title);
  const [first] = listOutlineTypes(documents);
  const shared =
    first === undefined
      ? []
      : listTypeFieldNames(documents, first.folder).filter((name) =>
          isDefinitionInEveryType(documents, name),
        );
  const schema = first === undefined ? {} : asObject(documents[getSchemaFile(first.folder)]);
  const example = asObject(asList(schema.examples)[0]);
  const properties = first === undefined ? {} : getTypeProperties(documents, first.folder);
  const submitLabel =
    first === undefined ? undefined : asObject(documents[getUiFile(first.folder)])['ui:submitLabel'];
  return {
    key,
    patches: [
      ...setMember(
        documents,
        { file: 'enquiry-types.json', path: ['enquiryTypes', String(id)] },
        { id, key, folder: key, names: { [getFallbackLocale(documents)]: title } },
      ),
      ...setMember(
        documents,
        { file: getSchemaFile(key), path: [] },
        {
          $schema: String(schema.$schema ?? 'https://json-schema.org/draft/2020-12/schema'),
          title,
          type: 'object',
          additionalProperties: false,
          required:
            first === undefined
              ? []
              : listRequiredFields(documents, first.folder).filter((name) => shared.includes(name)),
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
        { file: getUiFile(key), path: [] },
        {
          $schema: '../../meta/ui.schema.json',
          'ui:order': [...shared],
          ...(typeof submitLabel === 'string' && { 'ui:submitLabel': submitLabel }),
        },
      ),
    ],
  };
}

/** Returns true if every type has a field of this name that refers to a definition in `fields.json`. */
function isDefinitionInEveryType(documents: Documents, name: string): boolean {
  return listOutlineTypes(documents).every(
    ({ folder }) => getDefinitionName(getTypeProperties(documents, folder)[name]) !== undefined,
  );
}

/**
 * Returns the key of a copy of an enquiry type and the patches that add it, with its fields, its own texts,
 * the rules that name it and the scenarios that test it.
 * @throws if the type does not exist.
 */
export function copyType(
  documents: Documents,
  from: string,
  title: string,
): { readonly key: string; readonly patches: readonly Patch[] } {
  const { id, key } = chooseIdAndKey(documents, title);
  const folder = getTypeFolder(documents, from);
  const entry = { id, key, folder: key, names: { [getFallbackLocale(documents)]: title } };
  const schema = asObject(documents[getSchemaFile(folder)]) as Readonly<Record<string, Json>>;
  const patches = chainEdits(
    documents,
    (made) => setMember(made, { file: 'enquiry-types.json', path: ['enquiryTypes', String(id)] }, entry),
    (made) => setMember(made, { file: getSchemaFile(key), path: [] }, { ...schema, title }),
    (made) => setMember(made, { file: getUiFile(key), path: [] }, documents[getUiFile(folder)] as Json),
    ...listTextLocales(documents).map(
      (locale) => (made: Documents) => copyTypeTexts(made, { locale, from, to: key }),
    ),
    (made) => extendRules(made, from, key),
    (made) => copyScenarios(made, { from, to: key, id, title }),
  );
  return { key, patches };
}

/**
 * Copies the texts of one language whose keys begin with `forms.<from>.` to keys that begin with
 * `forms.<to>.`.
 */
function copyTypeTexts(
  documents: Documents,
  { locale, from, to }: { readonly locale: string; readonly from: string; readonly to: string },
): readonly Patch[] {
  const own = `forms.${from}.`;
  const texts = Object.entries(asObject(documents[getTextsFile(locale)])).filter(([key]) =>
    key.startsWith(own),
  );
  return chainEdits(
    documents,
    ...texts.map(
      ([key, text]) =>
        (made: Documents) =>
          setText(made, { locale, key: `forms.${to}.${key.slice(own.length)}` }, String(text)),
    ),
  );
}

/** Extends every rule that compares the type with `from`, or excludes `from`, to the type `to`. */
function extendRules(documents: Documents, from: string, to: string): readonly Patch[] {
  return chainEdits(
    documents,
    ...asList(asObject(documents['rules.json']).rules).map((rule) => (made: Documents) => {
      const { id } = asObject(rule);
      return setMember(
        made,
        { file: 'rules.json', path: ['rules', String(id)] },
        extendTypeConditions(rule as Json, from, to),
      );
    }),
  );
}

/** Returns a part of a rule in which everything about the type `from` applies to the type `to` as well. */
function extendTypeConditions(node: Json, from: string, to: string): Json {
  if (Array.isArray(node)) return node.map((item: Json) => extendTypeConditions(item, from, to));
  if (typeof node !== 'object' || node === null) return node;
  const [operator] = Object.keys(node);
  const operands = operator === undefined ? undefined : (node as Readonly<Record<string, Json>>)[operator];
  if (operator !== undefined && Array.isArray(operands) && isTypeFact(operands[0])) {
    const [fact = null, compared = null] = operands as readonly Json[];
    if (operator === 'in' && Array.isArray(compared) && compared.includes(from))
      return { in: [fact, [...compared, to]] };
    if (operator === '==' && compared === from) return { in: [fact, [from, to]] };
    if (operator === '!=' && compared === from) return { '!': { in: [fact, [from, to]] } };
  }
  const { excludeTypes } = node as Readonly<Record<string, Json>>;
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) =>
      key === 'excludeTypes' && Array.isArray(excludeTypes) && excludeTypes.includes(from)
        ? [key, [...excludeTypes, to]]
        : [key, extendTypeConditions(inner as Json, from, to)],
    ),
  );
}

/** Returns true for a reference to the fact `type`: `{var: 'type'}`. */
function isTypeFact(node: unknown): boolean {
  return asObject(node).var === 'type';
}

/**
 * Returns the patches that add a copy of each scenario in which the visitor chooses the type `from`. In the
 * copy the new type replaces `from`, and its title is added to the name.
 * @param options.id The id of the new type. `to` is its key.
 */
function copyScenarios(
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
  /** Returns a list of types in which `to` replaces `from`. */
  const replaceType = (types: unknown) =>
    asList(types).map((type) => (type === from ? to : type)) as readonly Json[];
  return chainEdits(
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
        on: { ...asObject(on), types: replaceType(types), type: to },
        expect: {
          ...expected,
          ...(expected.type === from && { type: to }),
          ...(expected.types !== undefined && { types: replaceType(expected.types) }),
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

/** Returns the patches that retire an existing type or restore it. Its documents are preserved. */
export function setRetired(documents: Documents, type: string, isRetired: boolean): readonly Patch[] {
  return setMember(
    documents,
    appendPath(getTypeEntryPosition(documents, type), 'retired'),
    isRetired ? true : undefined,
  );
}

/**
 * Returns the patches that move a type to an index in the list, counted from 0. Empty for an unknown type,
 * and if it is there already.
 */
export function moveType(documents: Documents, type: string, to: number): readonly Patch[] {
  const position = { file: 'enquiry-types.json', path: ['enquiryTypes'] };
  const entries = asList(asObject(documents[position.file]).enquiryTypes) as readonly Json[];
  const from = listOutlineTypes(documents).findIndex(({ key }) => key === type);
  const moved = entries[from];
  if (moved === undefined) return [];
  return setMember(documents, position, entries.toSpliced(from, 1).toSpliced(to, 0, moved));
}

/**
 * Returns the names of a type in the documents, by language; empty if there are none. Visitors see them only
 * if the content does not list the type.
 */
export function getTypeNames(documents: Documents, type: string): Readonly<Record<string, string>> {
  return asObject(
    asObject(getValueAtPosition(documents, getTypeEntryPosition(documents, type))).names,
  ) as Readonly<Record<string, string>>;
}

/**
 * Returns the patches that set the name of a type in a language, or remove it if `name` is empty. A name in
 * the fallback language also replaces the title of the schema if that was equal to the old name.
 * @throws if the type does not exist.
 */
export function setTypeName(
  documents: Documents,
  type: string,
  { locale, name }: { readonly locale: string; readonly name: string },
): readonly Patch[] {
  const before = getTypeNames(documents, type)[locale];
  const title = { file: getSchemaFile(getTypeFolder(documents, type)), path: ['title'] };
  const isTitle =
    locale === getFallbackLocale(documents) && name !== '' && getValueAtPosition(documents, title) === before;
  return chainEdits(
    documents,
    (made) => setNestedMember(made, getTypeNamePosition(made, type, locale), name === '' ? undefined : name),
    (made) => (isTitle && before !== undefined ? setMember(made, title, name) : []),
  );
}

/** Returns the position of a type's name in `enquiry-types.json`. The name need not exist. */
export function getTypeNamePosition(documents: Documents, type: string, locale: string): DocumentPosition {
  return appendPath(getTypeEntryPosition(documents, type), 'names', locale);
}

/**
 * Returns the position of a type in `enquiry-types.json`. For an unknown type, nothing exists at the
 * position.
 */
function getTypeEntryPosition(documents: Documents, type: string): DocumentPosition {
  const found = listOutlineTypes(documents).find(({ key }) => key === type);
  return { file: 'enquiry-types.json', path: ['enquiryTypes', found?.id ?? ''] };
}

/**
 * Returns an id above those of all listed types and a key made from the title that no listed type has as its
 * key or folder. Retired types are listed too.
 */
export function chooseIdAndKey(
  documents: Documents,
  title: string,
): { readonly id: number; readonly key: string } {
  const types = listOutlineTypes(documents);
  const usedNames = new Set(types.flatMap((type) => [type.key, type.folder]));
  return {
    key: makeUnique(slugify(title, '-') || 'form', usedNames, '-'),
    id: getNextTypeId(documents),
  };
}

/** Returns an id above those of all listed types. */
export function getNextTypeId(documents: Documents): number {
  const ids = listOutlineTypes(documents).map(({ id }) => Number(id));
  return Math.max(0, ...ids.filter(Number.isInteger)) + 1;
}
