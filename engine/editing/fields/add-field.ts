import { asList, asObject } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { getSchemaFile, getTextsFile, getUiFile } from '../documents/document-files.ts';
import { setRule } from '../rules.ts';
import { addChoiceTexts } from './choices.ts';
import {
  appendPath,
  type FieldContainer,
  findContainer,
  getGroup,
  getOwnName,
  getValueAtPosition,
  joinGroupAndName,
  listContainedNames,
} from './containers.ts';
import { copyTexts } from './copy-texts.ts';
import { setRequired } from './fields.ts';
import { chooseFieldName, makeUnique, slugify } from './free-names.ts';
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
  getFallbackLocale,
  getFieldLabel,
  getMergedSchema,
  getMergedUi,
  getOutlineFieldKind,
  getTypeProperties,
  listOutlineTypes,
  listTypeFieldNames,
  type OutlineFieldKind,
} from './outline.ts';
import { type FieldBlueprint, palette } from './palette.ts';
import { findStepForField, setStepOfField } from './steps.ts';

export interface NewField {
  readonly type: string;
  readonly kind: OutlineFieldKind;
  readonly label: string;
  /** The path of the field before the new one, in the same group; absent: the last field. */
  readonly behind?: string;
  /** The group of the new field, if `behind` is absent. Absent: the top level of the type. */
  readonly group?: string;
}

/**
 * Returns true if a field of the kind can be added to a type, or to a group in it. Some kinds occur once in a
 * type, some only at the top level; `other` cannot be added. The type and the group must exist.
 */
export function canAddField(
  documents: Documents,
  {
    type,
    kind,
    group = '',
  }: { readonly type: string; readonly kind: OutlineFieldKind; readonly group?: string },
): boolean {
  const blueprint = palette[kind];
  if (blueprint === undefined) return false;
  const { name, isOuter } = blueprint;
  if (group !== '' && (name !== undefined || isOuter === true)) return false;
  return name === undefined || !(name in getTypeProperties(documents, getTypeFolder(documents, type)));
}

/**
 * Returns the patches that add a field, and its path (`name`), derived from its label. If other types have a
 * field with the same name, label and kind, the new field shares its name and schema, so that the answers are
 * comparable. Otherwise the name is unique, except for the kinds with a fixed name. A kind that cannot be
 * added becomes a text field.
 * @throws if the type does not exist.
 */
export function addField(
  documents: Documents,
  { type, kind, label, behind, group = behind === undefined ? '' : getGroup(behind) }: NewField,
): { readonly name: string; readonly patches: readonly Patch[] } {
  const folder = getTypeFolder(documents, type);
  const known = group === '' ? findSharedField(documents, { folder, kind, label }) : undefined;
  const blueprint = known ?? palette[kind] ?? { schema: { type: 'string' } };
  const container = findContainer(documents, folder, group);
  const own = blueprint.name ?? chooseUnusedFieldName(documents, container, { group, label });
  const field = joinGroupAndName(group, own);
  const address = { type, field };
  const schema = createFieldSchema(documents, blueprint, label);
  const locale = getFallbackLocale(documents);
  const patches = chainEdits(
    documents,
    (made) => setMember(made, appendPath(container.schema, 'properties', own), schema),
    (made) =>
      setFieldOrder(made, { folder, field, behind: behind === undefined ? undefined : getOwnName(behind) }),
    (made) => (blueprint.ui ? setNestedMember(made, appendPath(container.ui, own), blueprint.ui) : []),
    (made) => setFieldLabel(made, address, { locale, label }),
    (made) => (known ? [] : addNestedFieldTexts(made, field, blueprint.schema)),
    (made) => setExampleAnswer(made, folder, { field, value: blueprint.example }),
    (made) => (blueprint.isRequired ? setRequired(made, address, true) : []),
    (made) => (blueprint.limit ? addLimitRule(made, address, blueprint.limit) : []),
  );
  return { name: field, patches };
}

/**
 * Returns the field that other types have with the same name, label and kind, as the first of them defines
 * it. Undefined if there is none, if this type has a field with that name, if the kind has a fixed name, or
 * if the schema refers to its own document.
 */
function findSharedField(
  documents: Documents,
  {
    folder,
    kind,
    label,
  }: { readonly folder: string; readonly kind: OutlineFieldKind; readonly label: string },
): FieldBlueprint | undefined {
  const name = slugify(label, '_');
  const owners = listOutlineTypes(documents).filter(
    (type) => name in getTypeProperties(documents, type.folder),
  );
  // A type may have its own label for the field.
  const first = owners.find(
    (type) => slugify(getFieldLabel(documents, { type: type.key, field: name }), '_') === name,
  );
  const isOfKind = owners.every(
    (type) => type.folder !== folder && getOutlineFieldKind(documents, type.folder, name) === kind,
  );
  if (first === undefined || !isOfKind || palette[kind]?.name !== undefined) return undefined;
  const schema = getTypeProperties(documents, first.folder)[name] as FieldBlueprint['schema'];
  const example = getExampleAnswer(documents, first.folder, name);
  const own = asObject(documents[getUiFile(first.folder)])[name];
  // A reference into its own document would not resolve in another document.
  if (JSON.stringify(schema).includes('"$ref":"#')) return undefined;
  return {
    name,
    schema,
    isRequired: palette[kind]?.isRequired === true,
    ...(own !== undefined && { ui: own as FieldBlueprint['ui'] & object }),
    ...(example !== undefined && { example }),
  };
}

/**
 * Returns the schema of a new field: a reference if `fields.json` has a definition with the fixed or shared
 * name, else the schema of the blueprint with the label as its title.
 */
function createFieldSchema(documents: Documents, { name, schema }: FieldBlueprint, label: string): Json {
  const isShared = name !== undefined && name in asObject(asObject(documents['fields.json']).$defs);
  return isShared ? { $ref: `../../fields.json#/$defs/${name}` } : { title: label, ...schema };
}

/**
 * Returns the patches that add a rule which limits the field in this type, because there may be no rule that
 * limits it everywhere.
 */
function addLimitRule(
  documents: Documents,
  { type, field }: FieldAddress,
  limit: Readonly<Record<string, Json>>,
): readonly Patch[] {
  const ids = asList(asObject(documents['rules.json']).rules).map((rule) => String(asObject(rule).id));
  const id = makeUnique(`${type}-${field}`, new Set(ids), '-');
  const title = String(asObject(documents[getSchemaFile(getTypeFolder(documents, type))]).title ?? type);
  return setRule(documents, id, {
    id,
    description: `How much one enquiry may carry: ${title}.`,
    when: { '==': [{ var: 'type' }, type] },
    then: { limit: { [field]: limit } },
  });
}

/**
 * Returns the patches that set the label as the shared text if there is none. If the shared text differs,
 * they set a text of the type; if it is the same, there are none.
 */
function setFieldLabel(
  documents: Documents,
  { type, field }: FieldAddress,
  { locale, label }: { readonly locale: string; readonly label: string },
): readonly Patch[] {
  const shared = `fields.${field}.label`;
  const known = asObject(documents[getTextsFile(locale)])[shared];
  if (known === label) return [];
  const key = known === undefined ? shared : `forms.${type}.${shared}`;
  return setText(documents, { locale, key }, label);
}

/** Returns a name derived from the label that is unused in the group, or at the top level, in all types. */
function chooseUnusedFieldName(
  documents: Documents,
  { schema }: FieldContainer,
  { group, label }: { readonly group: string; readonly label: string },
): string {
  if (group === '') return chooseFieldName(documents, label);
  const usedNames = new Set(
    Object.keys(asObject(asObject(getValueAtPosition(documents, schema)).properties)),
  );
  return makeUnique(slugify(label, '_') || 'field', usedNames, '_');
}

/**
 * Returns the patches that move a field to a position in its group; at the top level also to a step. If
 * `behind` is not in the group, the field becomes the first.
 */
export function setFieldOrder(
  documents: Documents,
  {
    folder,
    field,
    behind,
    step,
  }: {
    /** The folder of the type below `schemas/forms`. */
    readonly folder: string;
    /** The path of the field: `party.age`. */
    readonly field: string;
    /** The name of the field or block before it in its group; null: none; absent: the last field. */
    readonly behind: string | null | undefined;
    /** The step that contains it; absent: the step of the field before it. */
    readonly step?: string | undefined;
  },
): readonly Patch[] {
  const container = findContainer(documents, folder, getGroup(field));
  const own = getOwnName(field);
  const isOuter = getGroup(field) === '';
  const others = listFieldsAndBlocksInOrder(documents, container).filter((name) => name !== own);
  const index = behind === null ? 0 : behind === undefined ? others.length : others.indexOf(behind) + 1;
  const order = others.toSpliced(index, 0, own);
  const isOrdered = asObject(getValueAtPosition(documents, container.ui))['ui:order'] !== undefined;
  const asWritten = Object.keys(
    asObject(asObject(getValueAtPosition(documents, container.schema)).properties),
  );
  // A field of a group that comes last in the schema needs no `ui:order`.
  const isNeedless = !isOuter && !isOrdered && order.join() === asWritten.join();
  return chainEdits(
    documents,
    (made) =>
      isNeedless
        ? []
        : setNestedMember(made, appendPath(container.ui, 'ui:order'), order, {
            behind: isOuter ? '$schema' : null,
          }),
    (made) =>
      isOuter
        ? setStepOfField(made, folder, {
            name: own,
            order,
            step:
              step ??
              findStepForField(
                made,
                folder,
                behind === undefined
                  ? listTypeFieldNames(documents, folder).findLast((name) => name !== own)
                  : behind,
              ),
          })
        : [],
  );
}

/** Returns the fields of a container in display order, with the blocks that `ui:order` names. */
function listFieldsAndBlocksInOrder(documents: Documents, container: FieldContainer): readonly string[] {
  const ui = asObject(getValueAtPosition(documents, container.ui));
  const names = listContainedNames(documents, container);
  const written = asList(ui['ui:order']).map(String);
  const isBlock = (name: string) => name in asObject(ui['ui:blocks']);
  const known = written.flatMap((name) =>
    name === '*'
      ? names.filter((one) => !written.includes(one))
      : names.includes(name) || isBlock(name)
        ? [name]
        : [],
  );
  return [...known, ...names.filter((name) => !known.includes(name))];
}

/**
 * Returns the patches that add texts for the choices of a new field and for the fields inside it, in the
 * fallback language. Without them, visitors would read values and property names.
 */
function addNestedFieldTexts(
  documents: Documents,
  field: string,
  schema: Readonly<Record<string, unknown>>,
): readonly Patch[] {
  const locale = getFallbackLocale(documents);
  const inner = Object.entries(asObject(schema.properties ?? asObject(schema.items).properties));
  return chainEdits(
    documents,
    (made) => addChoiceTexts(made, field, schema as Readonly<Record<string, Json>>),
    ...inner.flatMap(([name, member]) => [
      (made: Documents) =>
        setText(made, { locale, key: `fields.${field}.${name}.label` }, String(asObject(member).title)),
      (made: Documents) => addNestedFieldTexts(made, joinGroupAndName(field, name), asObject(member)),
    ]),
  );
}

/**
 * Returns the patches that add a copy of a field after it, and the path of the copy (`name`), derived from
 * the label. Texts and the example answer are copied; whether it is required and the rules about it are not.
 * @throws if the type does not exist.
 */
export function duplicateField(
  documents: Documents,
  address: FieldAddress,
  label: string,
): { readonly name: string; readonly patches: readonly Patch[] } {
  const { type, field } = address;
  const folder = getTypeFolder(documents, type);
  const group = getGroup(field);
  const container = findContainer(documents, folder, group);
  const own = chooseUnusedFieldName(documents, container, { group, label });
  const name = joinGroupAndName(group, own);
  const ui = getMergedUi(documents, folder, field);
  const copy = { ...getMergedSchema(documents, folder, field), title: label };
  const patches = chainEdits(
    documents,
    (made) =>
      setMember(made, appendPath(container.schema, 'properties', own), copy, { behind: getOwnName(field) }),
    (made) => setFieldOrder(made, { folder, field: name, behind: getOwnName(field) }),
    (made) =>
      Object.keys(ui).length === 0 ? [] : setNestedMember(made, appendPath(container.ui, own), ui as Json),
    (made) => setText(made, { locale: getFallbackLocale(made), key: `fields.${name}.label` }, label),
    (made) => copyTexts(made, address, { to: name, hasLabel: false }),
    (made) =>
      setExampleAnswer(made, folder, { field: name, value: getExampleAnswer(documents, folder, field) }),
  );
  return { name, patches };
}
