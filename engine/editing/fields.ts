import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import type { Patch } from './change.ts';
import { choiceTexts } from './choices.ts';
import { freeName } from './free-names.ts';
import { exampleWith, folderOf, setMember, setText, textsBelow } from './members.ts';
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
import { intoStep, stepsOf } from './steps.ts';

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

function isSorted(names: readonly string[], order: readonly string[]): boolean {
  return names.every(
    (name, index) => index === 0 || order.indexOf(names[index - 1] ?? '') < order.indexOf(name),
  );
}
