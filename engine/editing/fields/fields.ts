import { asList, asObject } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import {
  appendPath,
  findContainer,
  getDefinitionName,
  getGroup,
  getOwnName,
  getSchemaPosition,
  getUiPosition,
  getValueAtPosition,
  listContainedNames,
  listRequiredNames,
} from './containers.ts';
import { findFittingAnswer, repairExamples } from './example-answer.ts';
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
  getFallbackLocale,
  getFieldTextKeys,
  getMergedSchema,
  getOutlineFieldKind,
} from './outline.ts';
import { palette } from './palette.ts';

/** Selects whether a change of something shared applies to all types or to one. */
export type SharedEditScope = 'all' | 'own';

/**
 * Sets a text of a field, or removes it if `text` is empty; `part` is `label`, `hint` or `placeholder`. If
 * the type has its own text, sets that. Otherwise `reach` selects the shared text (`all`) or a new text of
 * the type (`own`). A new label in the fallback language also replaces the title in the schema if that was
 * equal to the old label.
 */
export function setFieldText(
  documents: Documents,
  address: FieldAddress,
  {
    part,
    locale,
    text,
    reach,
  }: {
    readonly part: string;
    readonly locale: string;
    readonly text: string;
    readonly reach: SharedEditScope;
  },
): readonly Patch[] {
  const [own, shared] = getFieldTextKeys(address, part);
  const found = findFieldTextEntry(documents, address, { part, locale });
  const isShared = reach === 'all' && found?.key !== own;
  return [
    ...setText(documents, { locale, key: isShared ? shared : own }, text),
    ...(part === 'label' && locale === getFallbackLocale(documents)
      ? updateSchemaTitle(documents, address, { from: found?.text, to: text })
      : []),
  ];
}

/**
 * Returns the patch that sets the title in the field's schema to `to` if it was equal to the old label
 * `from`. No patch if `from` is undefined or `to` is empty.
 */
function updateSchemaTitle(
  documents: Documents,
  { type, field }: FieldAddress,
  { from, to }: { readonly from: string | undefined; readonly to: string },
): readonly Patch[] {
  const schema = getSchemaPosition(documents, getTypeFolder(documents, type), field);
  const { title } = asObject(getValueAtPosition(documents, schema));
  if (from === undefined || to === '' || title !== from) return [];
  return setMember(documents, appendPath(schema, 'title'), to);
}

/**
 * Sets or removes `required`; no patches if nothing changes. A field that becomes required gets an answer in
 * the first example if it has none and an answer is known. A removal leaves the examples unchanged.
 */
export function setRequired(
  documents: Documents,
  address: FieldAddress,
  isRequired: boolean,
): readonly Patch[] {
  const { field } = address;
  const folder = getTypeFolder(documents, address.type);
  const container = findContainer(documents, folder, getGroup(field));
  const own = getOwnName(field);
  const required = listRequiredNames(documents, container);
  if (required.includes(own) === isRequired) return [];
  const names = listContainedNames(documents, container);
  const added = [...required, own];
  // Names that were not sorted in display order keep their order.
  const next = isSortedBy(required, names)
    ? added.sort((one, other) => names.indexOf(one) - names.indexOf(other))
    : added;
  const rest = required.filter((name) => name !== own);
  const value = isRequired ? next : rest.length > 0 ? rest : undefined;
  const isUnanswered = isRequired && getExampleAnswer(documents, folder, field) === undefined;
  const answer = isUnanswered ? suggestExampleAnswer(documents, folder, field) : undefined;
  return [
    ...setMember(documents, appendPath(container.schema, 'required'), value, {
      behind: 'additionalProperties',
    }),
    // Without a value, the answers of all examples would be removed.
    ...(answer === undefined ? [] : setExampleAnswer(documents, folder, { field, value: answer })),
  ];
}

/**
 * Returns an answer for the example of a type: the first choice of the field, else the usual answer for its
 * kind, replaced by a fitting one if the schema refuses it. It may violate the schema if no fitting answer
 * was found. Undefined if no answer is known. Does not read the present answer.
 */
export function suggestExampleAnswer(documents: Documents, folder: string, field: string): Json | undefined {
  const schema = getMergedSchema(documents, folder, field);
  const [choice] = asList(schema.enum);
  const blueprint = palette[getOutlineFieldKind(documents, folder, field)];
  const known = (choice as Json | undefined) ?? blueprint?.example ?? blueprint?.answer;
  return known === undefined ? undefined : (findFittingAnswer(schema, known) ?? known);
}

/**
 * Sets a keyword of a field's schema, or removes it if the value is undefined: with the reach `all` in its
 * shared definition, if it has one. Repairs the answer in the first example of every type that has the field.
 */
export function setKeyword(
  documents: Documents,
  address: FieldAddress,
  {
    keyword,
    value,
    reach,
  }: { readonly keyword: string; readonly value: Json | undefined; readonly reach: SharedEditScope },
): readonly Patch[] {
  const schema = getSchemaPosition(documents, getTypeFolder(documents, address.type), address.field);
  const definition = getDefinitionName(getValueAtPosition(documents, schema));
  const isShared = reach === 'all' && definition !== undefined;
  const target = isShared ? { file: 'fields.json', path: ['$defs', definition] } : schema;
  return chainEdits(
    documents,
    (made) => setMember(made, appendPath(target, keyword), value),
    (made) => repairExamples(made, address.field),
  );
}

/**
 * Sets an option of a field in the UI schema of its type, or removes it if the value is undefined, with all
 * parents that become empty. The shared `ui.json` is not changed.
 */
export function setUiOption(
  documents: Documents,
  address: FieldAddress,
  { option, value }: { readonly option: string; readonly value: Json | undefined },
): readonly Patch[] {
  const ui = getUiPosition(documents, getTypeFolder(documents, address.type), address.field);
  const [name = '', ...deeper] = ui.path;
  const [next] = deeper;
  const shared = asObject(asObject(documents['ui.json'])[name]);
  // The UI schema of a type replaces the options of a nested field in the shared `ui.json` as a whole.
  // Therefore they are copied before one of them changes.
  const isShared =
    next !== undefined &&
    next in shared &&
    getValueAtPosition(documents, { ...ui, path: [name, next] }) === undefined;
  if (!isShared) return setNestedMember(documents, appendPath(ui, option), value);
  return chainEdits(
    documents,
    (made) => setNestedMember(made, { ...ui, path: [name, next] }, shared[next] as Json),
    (made) => setNestedMember(made, appendPath(ui, option), value),
  );
}

/** Returns true if the names are sorted as in `order`. */
function isSortedBy(names: readonly string[], order: readonly string[]): boolean {
  return names.every(
    (name, index) => index === 0 || order.indexOf(names[index - 1] ?? '') < order.indexOf(name),
  );
}
