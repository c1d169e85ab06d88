import { listIgnoredOptions } from '../../compile/fields/rjsf-options.ts';
import { maxRatingStars } from '../../json-schema/choices.ts';
import { toJsonPointer } from '../../json-schema/pointers.ts';
import { asList, asObject } from '../../json-schema/values.ts';
import { typeField } from '../../model/names.ts';
import { adviseOnName } from '../../model/nearest.ts';
import type { Documents, FieldDefinition, Form, FormType } from '../../model/types.ts';
import { getWidgetBehaviour, type ValueKind, widgetUses } from '../../model/widgets.ts';
import { createDocumentLocator, type DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import { getExamples } from '../scenarios/index.ts';
import { getRuledFields } from './ruled-fields.ts';

/**
 * Returns findings about entries and options of UI schemas that have no effect, widgets that do not suit
 * their fields, required fields that visitors cannot fill in, missing examples, and forms that need scripts.
 */
export function lintUi(form: Form, documents: Documents): readonly Finding[] {
  const locator = createDocumentLocator(documents);
  return [
    ...listIgnoredOptions(documents).map((problem) => createFinding({ ...problem, code: 'ignored-option' })),
    ...reportUnusedSharedUi(form, documents),
    ...form.types.flatMap((type) => [
      ...reportUnusedTypeUi(type, documents, locator),
      ...type.fields.flatMap((field) => [
        ...reportWidgetMismatch(field, type, form, locator),
        ...reportStarsWithoutStart(field, type, locator),
        ...reportHiddenRequired(field, type, locator),
      ]),
      ...reportUnknownRequired(type, locator),
      ...reportMissingExample(type, locator),
      ...reportNeededScripts(type, locator),
    ]),
  ];
}

/** Returns a finding for each entry of `ui.json` for a field that no type has. */
function reportUnusedSharedUi(form: Form, documents: Documents): readonly Finding[] {
  const names = new Set(form.types.flatMap(({ fields }) => fields.map(({ name }) => name)));
  return listFieldNames(documents['ui.json'])
    .filter((name) => !names.has(name) && name !== typeField)
    .map((name) =>
      createUnusedEntryFinding(
        { file: 'ui.json', pointer: toJsonPointer([name]) },
        name,
        'no form has a field',
        names,
      ),
    );
}

/** Returns a finding for each entry of the UI schema of a type for a field that this type does not have. */
function reportUnusedTypeUi(
  type: FormType,
  documents: Documents,
  locator: DocumentLocator,
): readonly Finding[] {
  const names = new Set(type.fields.map(({ name }) => name));
  return listFieldNames(documents[locator.ui(type).file])
    .filter((name) => !names.has(name) && name !== typeField)
    .map((name) =>
      createUnusedEntryFinding(locator.ui(type, name), name, `the form "${type.key}" has no field`, names),
    );
}

/** Returns the keys of a UI schema that name fields: those that begin with neither `$` nor `ui:`. */
function listFieldNames(document: unknown): readonly string[] {
  return Object.keys(asObject(document)).filter((name) => !/^(\$|ui:)/.test(name));
}

/**
 * Creates the finding for an entry with an unknown field name, with advice on the nearest known name.
 * @param what The beginning of the message, which the quoted name completes: `no form has a field`.
 */
function createUnusedEntryFinding(
  position: { file: string; pointer: string },
  name: string,
  what: string,
  known: Iterable<string>,
): Finding {
  const { advice, ...nearest } = adviseOnName(name, known, 'remove the entry');
  return createFinding({
    ...position,
    code: 'unused-ui',
    reason: `${what} "${name}"; ${advice}`,
    ...nearest,
  });
}

/**
 * Returns a finding if the widget of a field cannot show its kind of value, or needs choices that the field
 * has neither by its schema or UI schema nor by a rule.
 */
function reportWidgetMismatch(
  field: FieldDefinition,
  type: FormType,
  form: Form,
  locator: DocumentLocator,
): readonly Finding[] {
  const { name, widget, kind, choices, optionSet } = field;
  const position = locator.ui(type, name, 'ui:widget');
  /** Creates a list of one finding at the widget of the field. */
  const createMismatch = (reason: string) => [
    createFinding({ ...position, code: 'widget-mismatch', reason }),
  ];
  if (!widgetUses[widget].kinds.includes(kind))
    return createMismatch(
      `"${widget}" cannot show "${name}" of "${type.key}", which is ${kindLabels[kind]}; choose another widget`,
    );
  const ruled = getRuledFields(form);
  const hasChoicesByRule = ruled.options.has(name);
  const offersOthers = hasChoicesByRule || ruled.filter.has(name) || optionSet !== undefined;
  if (widget === 'ranking' && (offersOthers || field.disabledChoices !== undefined))
    return createMismatch(
      `"ranking" puts all choices of the schema in order, but "${name}" of "${type.key}" offers others; remove "ui:optionSet", "ui:enumDisabled" and rules about its options, or choose another widget`,
    );
  if (field.widgetProperties?.other === true && (hasChoicesByRule || optionSet !== undefined))
    return [
      createFinding({
        ...locator.ui(type, name, 'ui:other'),
        code: 'widget-mismatch',
        reason: `"ui:other" accepts any text besides the "examples" of the schema, but "${name}" of "${type.key}" offers an option set, whose former items would count as texts; remove "ui:other", or "ui:optionSet" and rules with "options"`,
      }),
    ];
  const hasChoices =
    choices !== undefined ||
    field.suggestions !== undefined ||
    optionSet !== undefined ||
    kind === 'boolean' ||
    kind === 'json';
  return getWidgetBehaviour(widget).choices !== undefined && !hasChoices && !hasChoicesByRule
    ? createMismatch(
        `"${name}" of "${type.key}" has nothing to choose from; give it "enum", "ui:optionSet" or a rule with "options"`,
      )
    : [];
}

/** Returns a finding for a rating that asks for stars although its first step is not 1: numbers are shown. */
function reportStarsWithoutStart(
  { name, widgetProperties, choices }: FieldDefinition,
  type: FormType,
  locator: DocumentLocator,
): readonly Finding[] {
  if (widgetProperties?.symbols !== 'stars' || (choices?.[0] === 1 && choices.length <= maxRatingStars))
    return [];
  const reason = `"${name}" of "${type.key}" shows numbers, because stars count from 1 to at most ${maxRatingStars}; begin with "minimum": 1, or remove "ui:symbols"`;
  return [createFinding({ ...locator.ui(type, name, 'ui:symbols'), code: 'widget-mismatch', reason })];
}

const kindLabels: Readonly<Record<ValueKind, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  id: 'an id',
  json: 'an object or a list',
};

/** Returns a finding if the schema requires a field whose widget is `hidden`. */
function reportHiddenRequired(
  { name, widget, isRequired }: FieldDefinition,
  type: FormType,
  locator: DocumentLocator,
): readonly Finding[] {
  if (widget !== 'hidden' || !isRequired) return [];
  const reason = `"${name}" of "${type.key}" is required, but its widget is "hidden", so visitors cannot fill it in; choose another widget, or make it optional`;
  return [
    createFinding({ ...locator.ui(type, name, 'ui:widget'), code: 'required-without-control', reason }),
  ];
}

/** Returns a finding for each name in `required` at the root that is no field of the type. */
function reportUnknownRequired(type: FormType, locator: DocumentLocator): readonly Finding[] {
  const names = type.fields.map((field) => field.name);
  return asList(type.schema.required).flatMap((required, index) => {
    const name = String(required);
    if (names.includes(name)) return [];
    const { advice, ...nearest } = adviseOnName(name, names, 'add it to "properties", or remove it');
    const reason = `"${name}" is required, but "${type.key}" has no such field; ${advice}`;
    const position = locator.schema(type, 'required', index);
    return [createFinding({ ...position, code: 'required-without-control', reason, ...nearest })];
  });
}

/** Returns a finding if the schema of a type has no example. */
function reportMissingExample(type: FormType, locator: DocumentLocator): readonly Finding[] {
  if (getExamples(type).length > 0) return [];
  const reason = `the form "${type.key}" has no example that could be sent; add one to "examples"`;
  return [createFinding({ ...locator.schema(type), code: 'no-example', reason })];
}

/**
 * Returns a finding for each field that visitors without scripts cannot fill in: custom components, and times
 * in the visitor's own time zone.
 */
function reportNeededScripts(type: FormType, locator: DocumentLocator): readonly Finding[] {
  return type.fields.flatMap((field) => {
    const { needsScripts: need } = field;
    if (need === undefined) return [];
    const { name } = field;
    const reason = `"${name}" of "${type.key}" ${scriptReasons[need]}, so this form needs JavaScript; visitors without it cannot send the form`;
    const position = locator.schema(type, 'properties', name);
    return [createFinding({ ...position, code: 'needs-scripts', reason })];
  });
}

/** The middle of the message for each reason why a field needs scripts. */
const scriptReasons: Readonly<Record<NonNullable<FieldDefinition['needsScripts']>, string>> = {
  own: 'is drawn by a component of the program',
  clock: "is a time in the visitor's own time zone",
};
