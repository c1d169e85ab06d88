import { ignoredOptions, isUiDocument } from '../../compile/ignored-options.ts';
import { pointerOf } from '../../json-schema/pointers.ts';
import { asList, asObject } from '../../json-schema/values.ts';
import { typeField } from '../../names.ts';
import { nearestAdvice } from '../../nearest.ts';
import { examplesOf } from '../../scenarios/index.ts';
import type { Documents, FieldDefinition, Form, FormType, ValueKind, WidgetName } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import { type Places, placesOf } from '../places.ts';
import { ruledFields } from './ruled-fields.ts';

export function lintUi(form: Form, documents: Documents): readonly Finding[] {
  const places = placesOf(documents);
  return [
    ...ignoredByUs(documents),
    ...unusedShared(form, documents),
    ...form.types.flatMap((type) => [
      ...unusedOwn(type, documents, places),
      ...type.fields.flatMap((field) => [
        ...mismatch(field, type, form, places),
        ...withoutControl(field, type, places),
      ]),
      ...requiredUnknown(type, places),
      ...withoutExample(type, places),
      ...needingScripts(type, places),
    ]),
  ];
}

function ignoredByUs(documents: Documents): readonly Finding[] {
  return Object.keys(documents)
    .filter(isUiDocument)
    .flatMap((file) =>
      ignoredOptions(documents[file]).map((path) =>
        finding({
          ...{ file, pointer: pointerOf(path) },
          code: 'ignored-option',
          reason: `"${String(path.at(-1))}" is an option of RJSF that has no effect here; take it out`,
        }),
      ),
    );
}

function unusedShared(form: Form, documents: Documents): readonly Finding[] {
  const names = new Set(form.types.flatMap(({ fields }) => fields.map(({ name }) => name)));
  return fieldEntries(documents['ui.json'])
    .filter((name) => !names.has(name) && name !== typeField)
    .map((name) => unused({ file: 'ui.json', pointer: `/${name}` }, name, 'no form has a field', names));
}

function unusedOwn(type: FormType, documents: Documents, places: Places): readonly Finding[] {
  const names = new Set(type.fields.map(({ name }) => name));
  return fieldEntries(documents[places.ui(type).file])
    .filter((name) => !names.has(name) && name !== typeField)
    .map((name) => unused(places.ui(type, name), name, `the form "${type.key}" has no field`, names));
}

function fieldEntries(document: unknown): readonly string[] {
  return Object.keys(asObject(document)).filter((name) => !/^(\$|ui:)/.test(name));
}

function unused(
  place: { file: string; pointer: string },
  name: string,
  what: string,
  known: Iterable<string>,
): Finding {
  const { advice, ...nearest } = nearestAdvice(name, known, 'take the entry out');
  return finding({ ...place, code: 'unused-ui', reason: `${what} "${name}"; ${advice}`, ...nearest });
}

/**
 * The kinds of values that each widget can draw. A select also draws fields of any kind that have choices.
 */
const drawable: Readonly<Record<WidgetName, readonly ValueKind[]>> = {
  text: ['string', 'id'],
  textarea: ['string'],
  email: ['string'],
  tel: ['string'],
  uri: ['string'],
  password: ['string'],
  number: ['integer', 'number'],
  updown: ['integer', 'number'],
  range: ['integer', 'number'],
  date: ['string'],
  'date-parts': ['string'],
  'date-time': ['string'],
  time: ['string'],
  color: ['string'],
  hidden: ['string', 'integer', 'number', 'boolean', 'id', 'json'],
  output: ['string', 'integer', 'number'],
  checkbox: ['boolean'],
  checkboxes: ['json'],
  radio: ['string', 'integer', 'number', 'boolean', 'id'],
  select: ['string', 'integer', 'number', 'boolean', 'id', 'json'],
  autocomplete: ['string', 'integer', 'number', 'id'],
  'type-select': [],
  'office-select': ['id', 'string', 'integer'],
  'event-select': ['string'],
  scale: ['integer', 'number', 'string'],
  terms: ['boolean'],
  photos: ['json'],
  files: ['json'],
  matrix: ['json'],
  object: ['json'],
  array: ['json'],
  any: ['string', 'integer', 'number', 'boolean', 'id', 'json'],
};

const choosing: readonly WidgetName[] = ['select', 'autocomplete', 'radio', 'scale', 'checkboxes'];

function mismatch(field: FieldDefinition, type: FormType, form: Form, places: Places): readonly Finding[] {
  const { name, widget, kind, choices, optionSet } = field;
  const place = places.ui(type, name, 'ui:widget');
  const mismatched = (reason: string) => [finding({ ...place, code: 'widget-mismatch', reason })];
  if (!drawable[widget].includes(kind))
    return mismatched(
      `"${widget}" cannot draw "${name}" of "${type.key}", which is ${kindWords[kind]}; choose another widget`,
    );
  const isFed =
    choices !== undefined ||
    field.suggestions !== undefined ||
    optionSet !== undefined ||
    kind === 'boolean' ||
    kind === 'json';
  const isFedByRule = ruledFields(form).options.has(name);
  return choosing.includes(widget) && !isFed && !isFedByRule
    ? mismatched(
        `"${name}" of "${type.key}" has nothing to choose from; give it "enum", "ui:optionSet" or a rule with "options"`,
      )
    : [];
}

const kindWords: Readonly<Record<ValueKind, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  id: 'an id',
  json: 'an object or a list',
};

function withoutControl(
  { name, widget, isRequired }: FieldDefinition,
  type: FormType,
  places: Places,
): readonly Finding[] {
  if (widget !== 'hidden' || !isRequired) return [];
  const reason = `"${name}" of "${type.key}" is required, but drawn by "hidden", which nobody can fill in; draw it, or make it optional`;
  return [finding({ ...places.ui(type, name, 'ui:widget'), code: 'required-without-control', reason })];
}

function requiredUnknown(type: FormType, places: Places): readonly Finding[] {
  const names = type.fields.map((field) => field.name);
  return asList(type.schema.required).flatMap((required, index) => {
    const name = String(required);
    if (names.includes(name)) return [];
    const { advice, ...nearest } = nearestAdvice(name, names, 'add it to "properties", or take it out');
    const reason = `"${name}" is required, but "${type.key}" has no such field; ${advice}`;
    const place = places.schema(type, 'required', index);
    return [finding({ ...place, code: 'required-without-control', reason, ...nearest })];
  });
}

function withoutExample(type: FormType, places: Places): readonly Finding[] {
  if (examplesOf(type).length > 0) return [];
  const reason = `the form "${type.key}" has no example that could be sent; add one to "examples"`;
  return [finding({ ...places.schema(type), code: 'no-example', reason })];
}

/**
 * Reports fields that need scripts. Visitors without scripts can send objects, lists and branches, but
 * neither custom components nor times.
 */
function needingScripts(type: FormType, places: Places): readonly Finding[] {
  return type.fields.flatMap((field) => {
    const { needsScripts: need } = field;
    if (need === undefined) return [];
    const { name } = field;
    const reason = `"${name}" of "${type.key}" ${needs[need]}, so that this form needs scripts; visitors without them cannot send it`;
    const place = places.schema(type, 'properties', name);
    return [finding({ ...place, code: 'needs-scripts', reason })];
  });
}

const needs: Readonly<Record<NonNullable<FieldDefinition['needsScripts']>, string>> = {
  own: "is drawn by the program's own",
  clock: "means a time by the visitor's own clock",
};
