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

/** Selects whether a change of something shared applies to all types or to one. */
export type Reach = 'all' | 'own';

/**
 * Sets a text of a field. A text that the type has of its own is updated; otherwise the scope selects the
 * shared text or a new text of the type.
 */
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

/** Updates the title in the field's schema if it was equal to the label. */
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

export function setRequired(documents: Documents, place: FieldPlace, isRequired: boolean): readonly Patch[] {
  const { field } = place;
  const folder = folderOf(documents, place.type);
  const container = containerOf(documents, folder, groupOf(field));
  const own = nameIn(field);
  const required = requiredInside(documents, container);
  if (required.includes(own) === isRequired) return [];
  const names = namesInside(documents, container);
  const added = [...required, own];
  // Names that were not sorted in display order keep their order.
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

/** Returns an answer for a field that the example left empty; undefined if none is known. */
export function answerOf(documents: Documents, folder: string, field: string): Json | undefined {
  const schema = wholeSchema(documents, folder, field);
  const [choice] = asList(schema.enum);
  const blueprint = palette[kindOf(documents, folder, field)];
  const known = (choice as Json | undefined) ?? blueprint?.example ?? blueprint?.answer;
  return known === undefined ? undefined : (fitting(schema, known) ?? known);
}

/**
 * Sets or removes a keyword of a field's schema. The definition changes if the field is shared and the scope
 * is `all`.
 */
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

/** Sets or removes a UI option of a field in this type. */
export function setUiOption(
  documents: Documents,
  place: FieldPlace,
  { option, value }: { readonly option: string; readonly value: Json | undefined },
): readonly Patch[] {
  const ui = uiPlace(documents, folderOf(documents, place.type), place.field);
  const [name = '', ...deeper] = ui.path;
  const [next] = deeper;
  const shared = asObject(asObject(documents['ui.json'])[name]);
  // The UI schema of a type replaces the options of a nested field in the shared `ui.json` as a whole.
  // Therefore they are copied before one of them changes.
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
