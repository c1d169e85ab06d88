import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { applyPatches, type Patch, valueAt } from './change.ts';
import {
  definitionOf,
  type FieldKind,
  type FieldPlace,
  fallbackLocale,
  fieldNames,
  fieldText,
  fieldTextKeys,
  kindOf,
  localesOf,
  propertiesOf,
  requiredOf,
  schemaFile,
  textsFile,
  typesOf,
  uiFile,
  wholeSchema,
} from './outline.ts';
import { palette } from './palette.ts';

/** Sets a text, or takes it away: a new one stands behind those that it belongs to. */
export function setText(
  documents: Documents,
  { locale, key }: { readonly locale: string; readonly key: string },
  text: string | undefined,
): readonly Patch[] {
  const file = textsFile(locale);
  return setMember(documents, { file, path: [key] }, text === undefined || text === '' ? undefined : text, {
    behind: neighbourOf(key, Object.keys(asObject(documents[file]))),
  });
}

/** Which fields a change of something shared is for. */
export type Reach = 'all' | 'own';

/** Sets a field's words in a language: where they stand already, else for every type that has the field, or for its own type alone. */
export function setFieldText(
  documents: Documents,
  place: FieldPlace,
  {
    part,
    locale,
    text,
    reach,
  }: { readonly part: string; readonly locale: string; readonly text: string; readonly reach: Reach },
): readonly Patch[] {
  const [own, shared] = fieldTextKeys(place, part);
  const found = fieldText(documents, place, { part, locale });
  const isShared = reach === 'all' && found?.key !== own;
  return [
    ...setText(documents, { locale, key: isShared ? shared : own }, text),
    ...(part === 'label' && locale === fallbackLocale(documents)
      ? titleWith(documents, place, { from: found?.text, to: text })
      : []),
  ];
}

/** The title of a field's own schema follows its label as long as they are the same. */
function titleWith(
  documents: Documents,
  { type, field }: FieldPlace,
  { from, to }: { readonly from: string | undefined; readonly to: string },
): readonly Patch[] {
  const folder = folderOf(documents, type);
  const { title } = asObject(propertiesOf(documents, folder)[field]);
  if (from === undefined || to === '' || title !== from) return [];
  return setMember(documents, { file: schemaFile(folder), path: ['properties', field, 'title'] }, to);
}

/** Makes a field required, or optional. */
export function setRequired(documents: Documents, place: FieldPlace, isRequired: boolean): readonly Patch[] {
  const folder = folderOf(documents, place.type);
  const required = requiredOf(documents, folder);
  if (required.includes(place.field) === isRequired) return [];
  const names = fieldNames(documents, folder);
  const next = isRequired
    ? [...required, place.field].sort((one, other) => names.indexOf(one) - names.indexOf(other))
    : required.filter((name) => name !== place.field);
  // What was not in display order stays as it was.
  const kept = isRequired && !isSorted(required, names) ? [...required, place.field] : next;
  const answers = asObject(asList(asObject(documents[schemaFile(folder)]).examples)[0]);
  const isUnanswered = isRequired && !(place.field in answers);
  return [
    ...setMember(documents, { file: schemaFile(folder), path: ['required'] }, [...kept], {
      behind: 'additionalProperties',
    }),
    ...(isUnanswered
      ? exampleWith(documents, folder, { [place.field]: answerOf(documents, folder, place.field) })
      : []),
  ];
}

/** What an example answers to a field that it left empty; undefined where none is known. */
function answerOf(documents: Documents, folder: string, field: string): Json | undefined {
  const schema = wholeSchema(documents, folder, field);
  const [choice] = asList(schema.enum);
  return (choice as Json | undefined) ?? palette[kindOf(documents, folder, field)]?.example;
}

/** Sets a keyword of a field's schema, or takes it away: in its definition where it is shared and all are meant. */
export function setKeyword(
  documents: Documents,
  place: FieldPlace,
  {
    keyword,
    value,
    reach,
  }: { readonly keyword: string; readonly value: Json | undefined; readonly reach: Reach },
): readonly Patch[] {
  const folder = folderOf(documents, place.type);
  const definition = definitionOf(propertiesOf(documents, folder)[place.field]);
  if (reach === 'all' && definition !== undefined)
    return setMember(documents, { file: 'fields.json', path: ['$defs', definition, keyword] }, value);
  return setMember(
    documents,
    { file: schemaFile(folder), path: ['properties', place.field, keyword] },
    value,
  );
}

/** Sets an option of a field's UI schema, for its type alone, or takes it away. */
export function setUiOption(
  documents: Documents,
  place: FieldPlace,
  { option, value }: { readonly option: string; readonly value: Json | undefined },
): readonly Patch[] {
  const file = uiFile(folderOf(documents, place.type));
  const options = asObject(asObject(documents[file])[place.field]);
  if (value === undefined && Object.keys(options).length === 1 && option in options)
    return setMember(documents, { file, path: [place.field] }, undefined);
  if (asObject(documents[file])[place.field] === undefined)
    return value === undefined
      ? []
      : setMember(documents, { file, path: [place.field] }, { [option]: value });
  return setMember(documents, { file, path: [place.field, option] }, value);
}

/** Moves a field to a place among its type's, counted from 0. */
export function moveField(documents: Documents, place: FieldPlace, to: number): readonly Patch[] {
  const folder = folderOf(documents, place.type);
  const names = fieldNames(documents, folder);
  const rest = names.filter((name) => name !== place.field);
  const order = rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, place.field);
  return setMember(documents, { file: uiFile(folder), path: ['ui:order'] }, order, { behind: '$schema' });
}

/** A field to be added. */
export interface NewField {
  readonly type: string;
  readonly kind: FieldKind;
  readonly label: string;
  /** The field behind which it stands; absent: the last. */
  readonly behind?: string;
}

/** Adds a field, with a name of its own that is made from its label. */
export function addField(
  documents: Documents,
  { type, kind, label, behind }: NewField,
): { readonly name: string; readonly patches: readonly Patch[] } {
  const folder = folderOf(documents, type);
  const { schema = { type: 'string' }, ui, example } = palette[kind] ?? {};
  const name = freeName(documents, label);
  const names = fieldNames(documents, folder);
  const at = behind === undefined ? names.length : names.indexOf(behind) + 1;
  const patches = [
    ...setMember(
      documents,
      { file: schemaFile(folder), path: ['properties', name] },
      { title: label, ...schema },
    ),
    ...setMember(documents, { file: uiFile(folder), path: ['ui:order'] }, names.toSpliced(at, 0, name), {
      behind: '$schema',
    }),
    ...(ui ? setMember(documents, { file: uiFile(folder), path: [name] }, ui) : []),
    ...intoStep(documents, folder, { name, behind: behind ?? names.at(-1) }),
    ...setText(documents, { locale: fallbackLocale(documents), key: `fields.${name}.label` }, label),
    ...choiceTexts(documents, name, schema),
    ...exampleWith(documents, folder, { [name]: example }),
  ];
  return { name, patches };
}

/** Each choice has words of its own from the beginning, or visitors would read its key. */
function choiceTexts(
  documents: Documents,
  name: string,
  { enum: own, items }: Readonly<Record<string, Json>>,
): readonly Patch[] {
  const values = asList(own ?? asObject(items).enum).map(String);
  const locale = fallbackLocale(documents);
  return values.flatMap((value) =>
    setText(documents, { locale, key: `options.${name}.${value}` }, inWords(value)),
  );
}

/** `inWords('choice-1') // 'Choice 1'`. */
function inWords(value: string): string {
  const words = value.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Sets a rule where it stands, or takes it away. */
export function setRule(documents: Documents, id: string, rule: unknown): readonly Patch[] {
  return setMember(documents, { file: 'rules.json', path: ['rules', id] }, rule as Json | undefined);
}

/** Takes a field away, with what only it had: its place, its words, its answer in the example. */
export function removeField(documents: Documents, place: FieldPlace): readonly Patch[] {
  const { type, field } = place;
  const folder = folderOf(documents, type);
  const order = asList(asObject(documents[uiFile(folder)])['ui:order']).map(String);
  const isAlone = typesOf(documents).every(
    (other) => other.key === type || !(field in propertiesOf(documents, other.folder)),
  );
  return [
    ...setMember(documents, { file: schemaFile(folder), path: ['properties', field] }, undefined),
    ...setRequired(documents, place, false),
    ...(order.includes(field)
      ? setMember(
          documents,
          { file: uiFile(folder), path: ['ui:order'] },
          order.filter((name) => name !== field),
        )
      : []),
    ...setMember(documents, { file: uiFile(folder), path: [field] }, undefined),
    ...stepsOf(documents, folder).flatMap(({ name, fields }) =>
      fields.includes(field)
        ? setMember(
            documents,
            { file: uiFile(folder), path: ['ui:steps', name, 'fields'] },
            fields.filter((one) => one !== field),
          )
        : [],
    ),
    ...exampleWith(documents, folder, { [field]: undefined }),
    ...textsBelow(documents, [`forms.${type}.fields.${field}.`, ...(isAlone ? [`fields.${field}.`] : [])]),
  ];
}

/** The steps of a type, if it has any. */
function stepsOf(
  documents: Documents,
  folder: string,
): readonly { readonly name: string; readonly fields: readonly string[] }[] {
  return asList(asObject(documents[uiFile(folder)])['ui:steps']).map((step) => {
    const { name, fields } = asObject(step);
    return { name: String(name), fields: asList(fields).map(String) };
  });
}

/** A new field stands on the step of the one that it follows, else on the last. */
function intoStep(
  documents: Documents,
  folder: string,
  { name, behind }: { readonly name: string; readonly behind: string | undefined },
): readonly Patch[] {
  const steps = stepsOf(documents, folder);
  const step = steps.find(({ fields }) => behind !== undefined && fields.includes(behind)) ?? steps.at(-1);
  if (step === undefined) return [];
  const at = behind === undefined ? -1 : step.fields.indexOf(behind);
  const fields = step.fields.toSpliced(at < 0 ? step.fields.length : at + 1, 0, name);
  return setMember(documents, { file: uiFile(folder), path: ['ui:steps', step.name, 'fields'] }, fields);
}

/** Adds a copy of a field behind it, under a name of its own. */
export function duplicateField(
  documents: Documents,
  place: FieldPlace,
  label: string,
): { readonly name: string; readonly patches: readonly Patch[] } {
  const { type, field } = place;
  const folder = folderOf(documents, type);
  const name = freeName(documents, label);
  const names = fieldNames(documents, folder);
  const ui = asObject(documents[uiFile(folder)])[field] ?? asObject(documents['ui.json'])[field];
  const example = asObject(asList(asObject(documents[schemaFile(folder)]).examples)[0])[field];
  const words = localesOf(documents).flatMap((locale) =>
    Object.entries(asObject(documents[textsFile(locale)])).flatMap(([key, text]) => {
      const part = /^(?:forms\.[^.]+\.)?fields\.[^.]+\.(?!label$)(.+)$/.exec(key)?.[1];
      const isOurs = part !== undefined && fieldText(documents, place, { part, locale })?.key === key;
      return isOurs && typeof text === 'string'
        ? setText(documents, { locale, key: `fields.${name}.${part}` }, text)
        : [];
    }),
  );
  const patches = [
    ...setMember(
      documents,
      { file: schemaFile(folder), path: ['properties', name] },
      { ...wholeSchema(documents, folder, field), title: label },
      { behind: field },
    ),
    ...setMember(
      documents,
      { file: uiFile(folder), path: ['ui:order'] },
      names.toSpliced(names.indexOf(field) + 1, 0, name),
      { behind: '$schema' },
    ),
    ...(ui === undefined ? [] : setMember(documents, { file: uiFile(folder), path: [name] }, ui as Json)),
    ...intoStep(documents, folder, { name, behind: field }),
    ...setText(documents, { locale: fallbackLocale(documents), key: `fields.${name}.label` }, label),
    ...words,
    ...exampleWith(documents, folder, { [name]: example as Json | undefined }),
  ];
  return { name, patches };
}

/** A name for what has this label, which nothing else has: `freeName(documents, 'How did you hear?') // 'how_did_you_hear'`. */
function freeName(documents: Documents, label: string): string {
  const taken = new Set([
    'enquiry_type',
    ...typesOf(documents).flatMap(({ folder }) => Object.keys(propertiesOf(documents, folder))),
  ]);
  return unused(slugOf(label, '_') || 'field', taken, '_');
}

/** The label in small letters of ASCII: `slugOf('Où ?', '_') // 'ou'`. */
function slugOf(label: string, joint: '_' | '-'): string {
  const words =
    label
      .normalize('NFKD')
      .replaceAll(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words
    .join(joint)
    .slice(0, 40)
    .replace(/[_-]+$/, '');
  return /^\d/.test(slug) ? `${joint === '_' ? 'field' : 'form'}${joint}${slug}` : slug;
}

function unused(wanted: string, taken: ReadonlySet<string>, joint: string): string {
  if (!taken.has(wanted)) return wanted;
  for (let count = 2; ; count++)
    if (!taken.has(`${wanted}${joint}${count}`)) return `${wanted}${joint}${count}`;
}

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

/** As a fact (`values.phone`), as a key, or as a word of its own. */
function namesField(value: unknown, field: string): boolean {
  if (typeof value === 'string')
    return value === field || value === `values.${field}` || value.startsWith(`values.${field}.`);
  if (Array.isArray(value)) return value.some((item) => namesField(item, field));
  return Object.entries(asObject(value)).some(([key, inner]) => key === field || namesField(inner, field));
}

/** A place to set. */
interface Place {
  readonly file: string;
  readonly path: readonly string[];
}

function setMember(
  documents: Documents,
  { file, path }: Place,
  value: Json | undefined,
  { behind }: { readonly behind?: string | null } = {},
): readonly Patch[] {
  const before = valueAt((documents as Readonly<Record<string, Json | undefined>>)[file], path);
  if (JSON.stringify(before) === JSON.stringify(value)) return [];
  return [
    {
      file,
      path,
      ...(before !== undefined && { before }),
      ...(value !== undefined && { after: value }),
      ...(before === undefined && behind !== undefined && { behind }),
    },
  ];
}

function textsBelow(documents: Documents, prefixes: readonly string[]): readonly Patch[] {
  return localesOf(documents).flatMap((locale) =>
    Object.keys(asObject(documents[textsFile(locale)]))
      .filter((key) => prefixes.some((prefix) => key.startsWith(prefix)))
      .flatMap((key) => setText(documents, { locale, key }, undefined)),
  );
}

/** The first example with other answers; a type without one keeps none. */
function exampleWith(
  documents: Documents,
  folder: string,
  answers: Readonly<Record<string, Json | undefined>>,
): readonly Patch[] {
  const file = schemaFile(folder);
  const examples = asList(asObject(documents[file]).examples);
  if (examples.length === 0) return [];
  const next = examples.map((example, index) => {
    const merged = { ...asObject(example) };
    for (const [name, value] of Object.entries(answers)) {
      if (value === undefined) delete merged[name];
      else if (index === 0) merged[name] = value;
    }
    return merged as Json;
  });
  return setMember(documents, { file, path: ['examples'] }, next);
}

/** The last key that shares the most of its first parts: `fields.phone.hint` stands behind the other keys of `fields.phone`. */
function neighbourOf(key: string, keys: readonly string[]): string | undefined {
  const parts = key.split('.');
  for (let shared = parts.length - 1; shared > 0; shared--) {
    const prefix = `${parts.slice(0, shared).join('.')}.`;
    const found = keys.findLast((one) => one.startsWith(prefix));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSorted(names: readonly string[], order: readonly string[]): boolean {
  return names.every(
    (name, index) => index === 0 || order.indexOf(names[index - 1] ?? '') < order.indexOf(name),
  );
}

function folderOf(documents: Documents, type: string): string {
  const found = typesOf(documents).find(({ key }) => key === type);
  if (found === undefined) throw new Error(`Cannot edit the enquiry type "${type}": there is none`);
  return found.folder;
}

/** A choice of a field as its owner sees it. */
export interface Choice {
  readonly value: string;
  /** In the language of last resort. */
  readonly label: string;
}

/** The choices that a field's schema lists, with their words. */
export function choicesOf(documents: Documents, place: FieldPlace): readonly Choice[] {
  const schema = wholeSchema(documents, folderOf(documents, place.type), place.field);
  const texts = asObject(documents[textsFile(fallbackLocale(documents))]);
  return asList(schema.enum ?? asObject(schema.items).enum).map((item) => {
    const value = String(item);
    return { value, label: String(texts[`options.${place.field}.${value}`] ?? value) };
  });
}

/**
 * Sets a field's choices by what visitors read: a choice that is still called so keeps its value, one that alone was renamed does as well,
 * a new one gets a value of its own that is made from its words.
 */
export function setChoices(
  documents: Documents,
  place: FieldPlace,
  labels: readonly string[],
): readonly Patch[] {
  const before = choicesOf(documents, place);
  const kept = new Set(before.filter(({ label }) => labels.includes(label)).map(({ value }) => value));
  const taken = new Set(before.map(({ value }) => value));
  const after = labels.map((label, index): Choice => {
    const same = before.find((choice) => choice.label === label);
    if (same) return same;
    const renamed = labels.length === before.length ? before[index] : undefined;
    if (renamed && !kept.has(renamed.value)) return { value: renamed.value, label };
    const value = unused(slugOf(label, '-') || 'choice', taken, '-');
    taken.add(value);
    return { value, label };
  });
  const folder = folderOf(documents, place.type);
  const isList = wholeSchema(documents, folder, place.field).items !== undefined;
  const values = after.map(({ value }) => value);
  const path = ['properties', place.field, ...(isList ? ['items'] : []), 'enum'];
  const locale = fallbackLocale(documents);
  let made = documents;
  const patches: Patch[] = [];
  const add = (more: readonly Patch[]) => {
    const applied = applyPatches(made, more);
    if (!applied.ok) return;
    made = applied.documents;
    patches.push(...more);
  };
  add(setMember(documents, { file: schemaFile(folder), path }, values));
  add(exampleAmong(made, folder, { field: place.field, values, isList }));
  for (const { value, label } of after)
    add(setText(made, { locale, key: `options.${place.field}.${value}` }, label));
  for (const { value } of before) {
    if (values.includes(value)) continue;
    for (const each of localesOf(documents))
      add(setText(made, { locale: each, key: `options.${place.field}.${value}` }, undefined));
  }
  return patches;
}

/** An example that answers with a choice which is gone answers with one that is there. */
function exampleAmong(
  documents: Documents,
  folder: string,
  {
    field,
    values,
    isList,
  }: { readonly field: string; readonly values: readonly string[]; readonly isList: boolean },
): readonly Patch[] {
  const answer = asObject(asList(asObject(documents[schemaFile(folder)]).examples)[0])[field];
  if (answer === undefined) return [];
  const kept = asList(isList ? answer : [answer]).filter((one) => values.includes(String(one)));
  const next = kept.length > 0 ? kept : values.slice(0, 1);
  return exampleWith(documents, folder, { [field]: (isList ? next : next[0]) as Json | undefined });
}

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
