import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import type { Patch } from './change.ts';
import { choiceTexts } from './choices.ts';
import {
  at,
  type Container,
  containerOf,
  fieldIn,
  groupOf,
  inside,
  nameIn,
  namesInside,
} from './containers.ts';
import { copyTexts } from './copy-texts.ts';
import { setRequired } from './fields.ts';
import { freeName, slugOf, unused } from './free-names.ts';
import { exampleOf, exampleWith, folderOf, inTurn, setMember, setText, setWithin } from './members.ts';
import {
  type FieldKind,
  type FieldPlace,
  fallbackLocale,
  fieldNames,
  kindOf,
  labelOf,
  propertiesOf,
  typesOf,
  wholeSchema,
  wholeUi,
} from './outline.ts';
import { type FieldBlueprint, palette } from './palette.ts';
import { schemaFile, textsFile, uiFile } from './places.ts';
import { setRule } from './rules.ts';
import { ontoStep, stepBehind } from './steps.ts';

export interface NewField {
  readonly type: string;
  readonly kind: FieldKind;
  readonly label: string;
  /** The field before the new one, in the same group; absent: the last field. */
  readonly behind?: string;
  /** The group of the new field, if `behind` is absent. Absent: the top level of the type. */
  readonly group?: string;
}

/** Returns true if a field of the kind can be added. Some kinds occur once in a type, and not in a group. */
export function canAdd(
  documents: Documents,
  { type, kind, group = '' }: { readonly type: string; readonly kind: FieldKind; readonly group?: string },
): boolean {
  const blueprint = palette[kind];
  if (blueprint === undefined) return false;
  const { name, isOuter } = blueprint;
  if (group !== '' && (name !== undefined || isOuter === true)) return false;
  return name === undefined || !(name in propertiesOf(documents, folderOf(documents, type)));
}

/**
 * Adds a field with a name derived from its label. If other types have a field with the same name, label and
 * kind, the new field shares its name and schema, so that the answers are comparable. Otherwise the name is
 * unique.
 */
export function addField(
  documents: Documents,
  { type, kind, label, behind, group = behind === undefined ? '' : groupOf(behind) }: NewField,
): { readonly name: string; readonly patches: readonly Patch[] } {
  const folder = folderOf(documents, type);
  const known = group === '' ? sameQuestion(documents, { folder, kind, label }) : undefined;
  const blueprint = known ?? palette[kind] ?? { schema: { type: 'string' } };
  const container = containerOf(documents, folder, group);
  const own = blueprint.name ?? nameFor(documents, container, { group, label });
  const field = fieldIn(group, own);
  const place = { type, field };
  const schema = schemaOf(documents, blueprint, label);
  const locale = fallbackLocale(documents);
  const patches = inTurn(
    documents,
    (made) => setMember(made, inside(container.schema, 'properties', own), schema),
    (made) =>
      placeInOrder(made, { folder, field, behind: behind === undefined ? undefined : nameIn(behind) }),
    (made) => (blueprint.ui ? setWithin(made, inside(container.ui, own), blueprint.ui) : []),
    (made) => labelled(made, place, { locale, label }),
    (made) => (known ? [] : innerTexts(made, field, blueprint.schema)),
    (made) => exampleWith(made, folder, { field, value: blueprint.example }),
    (made) => (blueprint.isRequired ? setRequired(made, place, true) : []),
    (made) => (blueprint.limit ? limited(made, place, blueprint.limit) : []),
  );
  return { name: field, patches };
}

/**
 * Returns the field with which other types ask the same question, as the first of them defines it. Undefined
 * if there is none, or if this type uses the name already.
 */
function sameQuestion(
  documents: Documents,
  { folder, kind, label }: { readonly folder: string; readonly kind: FieldKind; readonly label: string },
): FieldBlueprint | undefined {
  const name = slugOf(label, '_');
  const owners = typesOf(documents).filter((type) => name in propertiesOf(documents, type.folder));
  // A type may have its own label for the field.
  const first = owners.find(
    (type) => slugOf(labelOf(documents, { type: type.key, field: name }), '_') === name,
  );
  const isOfKind = owners.every(
    (type) => type.folder !== folder && kindOf(documents, type.folder, name) === kind,
  );
  if (first === undefined || !isOfKind || palette[kind]?.name !== undefined) return undefined;
  const schema = propertiesOf(documents, first.folder)[name] as FieldBlueprint['schema'];
  const example = exampleOf(documents, first.folder, name);
  const own = asObject(documents[uiFile(first.folder)])[name];
  // A reference into its own document would not resolve in another document.
  if (JSON.stringify(schema).includes('"$ref":"#')) return undefined;
  return {
    ...{ name, schema, isRequired: palette[kind]?.isRequired === true },
    ...(own !== undefined && { ui: own as FieldBlueprint['ui'] & object }),
    ...(example !== undefined && { example }),
  };
}

/** Returns the schema of a new field: a reference if `fields.json` defines it for several types. */
function schemaOf(documents: Documents, { name, schema }: FieldBlueprint, label: string): Json {
  const isShared = name !== undefined && name in asObject(asObject(documents['fields.json']).$defs);
  return isShared ? { $ref: `../../fields.json#/$defs/${name}` } : { title: label, ...schema };
}

/** Adds a rule that limits the field in this type, because there may be no rule that limits it everywhere. */
function limited(
  documents: Documents,
  { type, field }: FieldPlace,
  limit: Readonly<Record<string, Json>>,
): readonly Patch[] {
  const ids = asList(asObject(documents['rules.json']).rules).map((rule) => String(asObject(rule).id));
  const id = unused(`${type}-${field}`, new Set(ids), '-');
  const title = String(asObject(documents[schemaFile(folderOf(documents, type))]).title ?? type);
  return setRule(documents, id, {
    id,
    description: `How much one enquiry may carry: ${title}.`,
    when: { '==': [{ var: 'type' }, type] },
    then: { limit: { [field]: limit } },
  });
}

/**
 * Sets the label. Nothing is needed if all types share this label already; if they share another one, the
 * type gets its own text.
 */
function labelled(
  documents: Documents,
  { type, field }: FieldPlace,
  { locale, label }: { readonly locale: string; readonly label: string },
): readonly Patch[] {
  const shared = `fields.${field}.label`;
  const known = asObject(documents[textsFile(locale)])[shared];
  if (known === label) return [];
  const key = known === undefined ? shared : `forms.${type}.${shared}`;
  return setText(documents, { locale, key }, label);
}

function nameFor(
  documents: Documents,
  { schema }: Container,
  { group, label }: { readonly group: string; readonly label: string },
): string {
  if (group === '') return freeName(documents, label);
  const taken = new Set(Object.keys(asObject(asObject(at(documents, schema)).properties)));
  return unused(slugOf(label, '_') || 'field', taken, '_');
}

/** Sets the position of a field in the display order, and its step. */
export function placeInOrder(
  documents: Documents,
  {
    folder,
    field,
    behind,
    step,
  }: {
    readonly folder: string;
    readonly field: string;
    /** The field before it; null: none; absent: the last field. */
    readonly behind: string | null | undefined;
    /** The step that contains it; absent: the step of the field before it. */
    readonly step?: string | undefined;
  },
): readonly Patch[] {
  const container = containerOf(documents, folder, groupOf(field));
  const own = nameIn(field);
  const isOuter = groupOf(field) === '';
  const others = orderInside(documents, container).filter((name) => name !== own);
  const index = behind === null ? 0 : behind === undefined ? others.length : others.indexOf(behind) + 1;
  const order = others.toSpliced(index, 0, own);
  const isOrdered = asObject(at(documents, container.ui))['ui:order'] !== undefined;
  const asWritten = Object.keys(asObject(asObject(at(documents, container.schema)).properties));
  // A field of a group that comes last in the schema needs no `ui:order`.
  const isNeedless = !isOuter && !isOrdered && order.join() === asWritten.join();
  return inTurn(
    documents,
    (made) =>
      isNeedless
        ? []
        : setWithin(made, inside(container.ui, 'ui:order'), order, { behind: isOuter ? '$schema' : null }),
    (made) =>
      isOuter
        ? ontoStep(made, folder, {
            name: own,
            order,
            step:
              step ??
              stepBehind(
                made,
                folder,
                behind === undefined
                  ? fieldNames(documents, folder).findLast((name) => name !== own)
                  : behind,
              ),
          })
        : [],
  );
}

function orderInside(documents: Documents, container: Container): readonly string[] {
  const ui = asObject(at(documents, container.ui));
  const names = namesInside(documents, container);
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

/** Adds texts for the fields inside a new field. Without them, visitors would read property names. */
function innerTexts(
  documents: Documents,
  field: string,
  schema: Readonly<Record<string, unknown>>,
): readonly Patch[] {
  const locale = fallbackLocale(documents);
  const inner = Object.entries(asObject(schema.properties ?? asObject(schema.items).properties));
  return inTurn(
    documents,
    (made) => choiceTexts(made, field, schema as Readonly<Record<string, Json>>),
    ...inner.flatMap(([name, member]) => [
      (made: Documents) =>
        setText(made, { locale, key: `fields.${field}.${name}.label` }, String(asObject(member).title)),
      (made: Documents) => innerTexts(made, fieldIn(field, name), asObject(member)),
    ]),
  );
}

/** Adds a copy of a field after it, under a new name. */
export function duplicateField(
  documents: Documents,
  place: FieldPlace,
  label: string,
): { readonly name: string; readonly patches: readonly Patch[] } {
  const { type, field } = place;
  const folder = folderOf(documents, type);
  const group = groupOf(field);
  const container = containerOf(documents, folder, group);
  const own = nameFor(documents, container, { group, label });
  const name = fieldIn(group, own);
  const ui = wholeUi(documents, folder, field);
  const copy = { ...wholeSchema(documents, folder, field), title: label };
  const patches = inTurn(
    documents,
    (made) => setMember(made, inside(container.schema, 'properties', own), copy, { behind: nameIn(field) }),
    (made) => placeInOrder(made, { folder, field: name, behind: nameIn(field) }),
    (made) => (Object.keys(ui).length === 0 ? [] : setWithin(made, inside(container.ui, own), ui as Json)),
    (made) => setText(made, { locale: fallbackLocale(made), key: `fields.${name}.label` }, label),
    (made) => copyTexts(made, place, { to: name, hasLabel: false }),
    (made) => exampleWith(made, folder, { field: name, value: exampleOf(documents, folder, field) }),
  );
  return { name, patches };
}
