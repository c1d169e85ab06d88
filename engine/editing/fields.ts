import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import type { Patch } from './change.ts';
import {
  at,
  containerOf,
  definitionOf,
  groupOf,
  inside,
  nameIn,
  namesInside,
  requiredInside,
  schemaPlace,
  uiPlace,
} from './containers.ts';
import { examplesKept, fitting } from './example-answer.ts';
import { exampleOf, exampleWith, folderOf, inTurn, setMember, setText, setWithin } from './members.ts';
import { type FieldPlace, fallbackLocale, fieldText, fieldTextKeys, kindOf, wholeSchema } from './outline.ts';
import { palette } from './palette.ts';

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
  const schema = schemaPlace(documents, folderOf(documents, type), field);
  const { title } = asObject(at(documents, schema));
  if (from === undefined || to === '' || title !== from) return [];
  return setMember(documents, inside(schema, 'title'), to);
}

/** Makes a field required, or optional. */
export function setRequired(documents: Documents, place: FieldPlace, isRequired: boolean): readonly Patch[] {
  const { field } = place;
  const folder = folderOf(documents, place.type);
  const container = containerOf(documents, folder, groupOf(field));
  const own = nameIn(field);
  const required = requiredInside(documents, container);
  if (required.includes(own) === isRequired) return [];
  const names = namesInside(documents, container);
  const added = [...required, own];
  // What was not in display order stays as it was.
  const next = isSorted(required, names)
    ? added.sort((one, other) => names.indexOf(one) - names.indexOf(other))
    : added;
  const rest = required.filter((name) => name !== own);
  const value = isRequired ? next : rest.length > 0 ? rest : undefined;
  const isUnanswered = isRequired && exampleOf(documents, folder, field) === undefined;
  return [
    ...setMember(documents, inside(container.schema, 'required'), value, { behind: 'additionalProperties' }),
    ...(isUnanswered
      ? exampleWith(documents, folder, { field, value: answerOf(documents, folder, field) })
      : []),
  ];
}

/** What an example answers to a field that it left empty; undefined where none is known. */
export function answerOf(documents: Documents, folder: string, field: string): Json | undefined {
  const schema = wholeSchema(documents, folder, field);
  const [choice] = asList(schema.enum);
  const blueprint = palette[kindOf(documents, folder, field)];
  const known = (choice as Json | undefined) ?? blueprint?.example ?? blueprint?.answer;
  return known === undefined ? undefined : (fitting(schema, known) ?? known);
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
  const schema = schemaPlace(documents, folderOf(documents, place.type), place.field);
  const definition = definitionOf(at(documents, schema));
  const isShared = reach === 'all' && definition !== undefined;
  const said = isShared ? { file: 'fields.json', path: ['$defs', definition] } : schema;
  return inTurn(
    documents,
    (made) => setMember(made, inside(said, keyword), value),
    (made) => examplesKept(made, place.field),
  );
}

/** Sets an option of a field's UI schema, for its type alone, or takes it away. */
export function setUiOption(
  documents: Documents,
  place: FieldPlace,
  { option, value }: { readonly option: string; readonly value: Json | undefined },
): readonly Patch[] {
  const ui = uiPlace(documents, folderOf(documents, place.type), place.field);
  const [name = '', ...deeper] = ui.path;
  const [next] = deeper;
  const shared = asObject(asObject(documents['ui.json'])[name]);
  // What the shared document says of a group's inside goes as a whole: the type's own is laid over it key by key.
  const isShared =
    next !== undefined && next in shared && at(documents, { ...ui, path: [name, next] }) === undefined;
  if (!isShared) return setWithin(documents, inside(ui, option), value);
  return inTurn(
    documents,
    (made) => setWithin(made, { ...ui, path: [name, next] }, shared[next] as Json),
    (made) => setWithin(made, inside(ui, option), value),
  );
}

function isSorted(names: readonly string[], order: readonly string[]): boolean {
  return names.every(
    (name, index) => index === 0 || order.indexOf(names[index - 1] ?? '') < order.indexOf(name),
  );
}
