import { getRatingChoices } from '../../json-schema/choices.ts';
import { type JsonPath, toJsonPointer } from '../../json-schema/pointers.ts';
import { dereference } from '../../json-schema/references.ts';
import { findPropertySchemas } from '../../json-schema/schemas-at.ts';
import { asList, asObject, getOwnMember, isObject, isSameJson, toText } from '../../json-schema/values.ts';
import type { DocumentProblem, Documents, JsonSchema } from '../../model/types.ts';
import { isWidgetName, type WidgetName } from '../../model/widgets.ts';
import { getProgramNames } from './field-definitions.ts';

/** Widgets that RJSF or its themes call something else, with the names of ours. */
const widgetNames: Readonly<Record<string, WidgetName>> = {
  TextWidget: 'text',
  TextareaWidget: 'textarea',
  CheckboxWidget: 'checkbox',
  CheckboxesWidget: 'checkboxes',
  RadioWidget: 'radio',
  SelectWidget: 'select',
  PasswordWidget: 'password',
  EmailWidget: 'email',
  URLWidget: 'uri',
  url: 'uri',
  UpDownWidget: 'updown',
  RangeWidget: 'range',
  DateWidget: 'date',
  DateTimeWidget: 'date-time',
  datetime: 'date-time',
  TimeWidget: 'time',
  AltDateWidget: 'date-parts',
  'alt-date': 'date-parts',
  AltDateTimeWidget: 'date-time',
  'alt-datetime': 'date-time',
  ColorWidget: 'color',
  HiddenWidget: 'hidden',
  FileWidget: 'files',
  file: 'files',
  RatingWidget: 'rating',
};

/** Types of inputs (`ui:inputType`) that have a widget for texts. */
const inputTypeWidgets: Readonly<Record<string, WidgetName>> = {
  email: 'email',
  tel: 'tel',
  url: 'uri',
  password: 'password',
  color: 'color',
};

const looks = 'it only changes how RJSF draws it';
const ofTheme = 'it is for a theme of RJSF';

/** Options of RJSF that change nothing here, by their names without `ui:`, each with the reason. */
const ignoredOptions: Readonly<Record<string, string>> = {
  autofocus: 'visitors decide where they begin',
  className: looks,
  classNames: looks,
  style: looks,
  emptyValue: 'an empty answer is absent',
  hideError: 'messages are shown at their fields',
  globalOptions: looks,
  inline: 'choices are beside each other where there is room',
  label: 'every field shows its label',
  inputType: 'the schema decides the control',
  copyable: looks,
  submitButtonOptions: 'the button has the text "send-message"',
  norender: looks,
  rootFieldId: 'fields have ids of their own',
  filePreview: 'uploads have a preview anyway',
  duplicateKeySuffixSeparator: 'visitors add no names',
  additionalPropertyKeyFallback: 'visitors add no names',
  enableMarkdownInDescription: 'texts are plain',
  enableMarkdownInHelp: 'texts are plain',
  enableOptionalDataFieldForType: 'an empty answer is absent',
  fieldReplacesAnyOrOneOf: 'branches are drawn as the schema says',
  optionsSchemaSelector: 'branches are drawn as the schema says',
  expandable: looks,
  hideClearButton: looks,
  hideNowButton: looks,
  yearsRange: 'every year can be entered',
  format: 'a date is written as the language does',
  stars: looks,
  shape: looks,
  chakra: ofTheme,
  semantic: ofTheme,
  mantine: ofTheme,
};

/** Returns the reason why an option of RJSF changes nothing here; undefined for any other option. */
export function explainIgnoredOption(option: string): string | undefined {
  return /^[A-Z]\w*Template$/.test(option) || option === 'arrayTemplate'
    ? looks
    : getOwnMember(ignoredOptions, option);
}

/** A widget of ours for an option of RJSF; `reason` if the field has its usual widget instead. */
type FoundWidget = { readonly widget: WidgetName } | { readonly reason: string };

/**
 * Returns our widget for the name of one of RJSF's. Returns undefined for a name that is not RJSF's alone, such
 * as `radio` or that of a widget of the program.
 * @param schemas The schemas of the value; none if they are not known.
 */
export function findWidgetOfRjsf(name: unknown, schemas: readonly JsonSchema[]): FoundWidget | undefined {
  const widget = typeof name === 'string' ? getOwnMember(widgetNames, name) : undefined;
  if (widget === undefined) return undefined;
  /** Returns true if one of the schemas is as asked for, or none is known. */
  const hasSchema = (test: (schema: JsonSchema) => boolean) => schemas.length === 0 || schemas.some(test);
  if (widget === 'date-parts' && !hasSchema(({ format }) => format === 'date'))
    return { reason: 'the field has the widget of its format' };
  if (widget === 'rating' && !hasSchema((schema) => getRatingChoices(schema).choices !== undefined))
    return { reason: 'a rating has its numbers from "minimum" to "maximum"; give them in the schema' };
  if (widget === 'files' && !hasSchema(({ type, items }) => type === 'array' || items !== undefined))
    return { reason: 'files are a list of texts; give the field "type": "array"' };
  return { widget };
}

/** Returns the widget for a `ui:inputType` on these schemas; undefined if the schema decides the control. */
export function findWidgetOfInputType(
  inputType: unknown,
  schemas: readonly JsonSchema[],
): WidgetName | undefined {
  const isText = schemas.every(
    ({ type, enum: list, format }) => type === 'string' && list === undefined && format === undefined,
  );
  return isText && schemas.length > 0 ? getOwnMember(inputTypeWidgets, toText(inputType)) : undefined;
}

/** Returns the labels of choices (`ui:enumNames`) in the order of the `enum`. RJSF may have them by choice. */
export function toEnumNames(names: unknown, schemas: readonly JsonSchema[]): unknown {
  if (!isObject(names)) return names;
  const lists = schemas.flatMap((schema) => [schema.enum, asObject(schema.items).enum]);
  return asList(lists.find(Array.isArray)).map(
    (choice) => getOwnMember(names, toText(choice)) ?? toText(choice),
  );
}

/** Returns true for the shared `ui.json` and for the `ui.json` of a form. */
function isUiDocument(file: string): boolean {
  return file === 'ui.json' || /^forms\/[^/]+\/ui\.json$/.test(file);
}

/**
 * Returns the documents with the UI schemas of RJSF in our terms: its names of widgets become ours, the title and
 * the description of a form are those of its schema, and options that change nothing are removed. Fields that a
 * component of the program draws are unchanged.
 */
export function adaptRjsfOptions(documents: Documents): Documents {
  const adapted: Record<string, unknown> = { ...documents };
  for (const file of Object.keys(documents).filter(isUiDocument)) {
    const { ui, formTexts } = adaptUiDocument(documents, file);
    adapted[file] = ui;
    const schema = getSchemaFile(file);
    if (Object.keys(formTexts).length > 0 && isObject(documents[schema]))
      adapted[schema] = { ...documents[schema], ...formTexts };
  }
  return adapted;
}

/** Returns the file of the schema that a UI schema is about. The shared `ui.json` is about none. */
function getSchemaFile(file: string): string {
  return file.replace(/ui\.json$/, 'schema.json');
}

/** Returns a problem for each option of RJSF that changes nothing. Such documents compile. */
export function listIgnoredOptions(documents: Documents): readonly DocumentProblem[] {
  return Object.keys(documents)
    .filter(isUiDocument)
    .flatMap((file) =>
      adaptUiDocument(documents, file).ignored.map(({ path, reason }) => ({
        file,
        pointer: toJsonPointer(path),
        code: 'ignored-option',
        reason: `"${String(path.at(-1))}" is an option of RJSF that has no effect here: ${reason}; remove it`,
      })),
    );
}

/** An option of RJSF that changes nothing, with its path in the UI schema and the reason. */
interface IgnoredOption {
  readonly path: JsonPath;
  readonly reason: string;
}

/** The parts of a UI schema that do not change within it. */
interface UiContext {
  readonly root: JsonSchema;
  /** The widgets that the program declares. */
  readonly ownWidgets: readonly unknown[];
  readonly ignored: IgnoredOption[];
}

/** A node of a UI schema, and the schemas of its value; none if they are not known. */
interface UiNode {
  readonly node: unknown;
  readonly path: JsonPath;
  readonly schemas: readonly JsonSchema[];
}

interface AdaptedUi {
  readonly ui: unknown;
  /** The title and the description of the form, if the UI schema has them. */
  readonly formTexts: Readonly<Record<string, unknown>>;
  readonly ignored: readonly IgnoredOption[];
}

/** Adapts the UI schema of a file, and lists what changes nothing. */
function adaptUiDocument(documents: Documents, file: string): AdaptedUi {
  const root = asObject(documents[getSchemaFile(file)]);
  const { widgets: ownWidgets } = getProgramNames(documents['settings.json']);
  const context: UiContext = { root, ownWidgets, ignored: [] };
  const ui = documents[file];
  if (!isObject(ui)) return { ui, formTexts: {}, ignored: [] };
  const node = asObject(adaptNode({ node: ui, path: [], schemas: [root] }, context));
  const isForm = file !== 'ui.json';
  const { ui: adapted, formTexts } = isForm ? splitRootOptions(node) : { ui: node, formTexts: {} };
  // An unchanged document is the same object, because other modules cache by object.
  return { ui: isSameJson(ui, adapted) ? ui : adapted, formTexts, ignored: context.ignored };
}

/** Moves the options of a form out of its `ui:options`, and its title and description out of the UI schema. */
function splitRootOptions(node: Readonly<Record<string, unknown>>): Pick<AdaptedUi, 'formTexts'> & {
  readonly ui: Readonly<Record<string, unknown>>;
} {
  const { 'ui:options': options, ...rest } = node;
  const moved = Object.entries(asObject(options)).map(([option, value]) => [`ui:${option}`, value]);
  const {
    'ui:title': title,
    'ui:description': description,
    ...ui
  } = { ...Object.fromEntries(moved), ...rest };
  const texts = Object.entries({ title, description }).filter(([, text]) => text !== undefined);
  return { ui, formTexts: Object.fromEntries(texts) };
}

/** Returns a node in our terms, with the nodes inside it, at any depth. */
function adaptNode({ node, path, schemas }: UiNode, context: UiContext): unknown {
  if (Array.isArray(node))
    return node.map((inner, index) =>
      adaptNode({ node: inner, path: [...path, index], schemas: schemas.slice(index, index + 1) }, context),
    );
  if (!isObject(node) || hasCustomComponent(node, context)) return node;
  // A schema of which nothing is known refers to a shared field.
  const known = schemas
    .map((schema) => dereference(schema, context.root))
    .filter((schema) => Object.keys(schema).length > 0);
  const entries = Object.entries(node).flatMap(([key, value]) => {
    if (key === 'ui:options' && isObject(value)) {
      const options = Object.entries(value).flatMap(([option, each]) =>
        adaptOption({ option, value: each, path: [...path, key, option], schemas: known, node }, context),
      );
      return [[key, Object.fromEntries(options)] as const];
    }
    if (key.startsWith('ui:'))
      return adaptOption(
        { option: key.slice('ui:'.length), value, path: [...path, key], schemas: known, node },
        context,
      ).map(([option, each]) => [`ui:${option}`, each] as const);
    const inner = findInnerSchemas(known, key, context.root);
    return [[key, adaptNode({ node: value, path: [...path, key], schemas: inner }, context)] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the schemas of a nested value, or of its items; none if they are not known. */
function findInnerSchemas(
  schemas: readonly JsonSchema[],
  key: string,
  root: JsonSchema,
): readonly JsonSchema[] {
  const named = schemas.flatMap((schema) => findPropertySchemas(schema, root).get(key) ?? []);
  if (named.length > 0) return named;
  return schemas.flatMap((schema) => [schema[key] ?? []].flat()).filter(isObject);
}

interface UiOption {
  /** Its name without `ui:`. */
  readonly option: string;
  readonly value: unknown;
  readonly path: JsonPath;
  readonly schemas: readonly JsonSchema[];
  readonly node: Readonly<Record<string, unknown>>;
}

/** Returns an option in our terms; none if it changes nothing, which is recorded. */
function adaptOption(
  { option, value, path, schemas, node }: UiOption,
  { ignored, ownWidgets }: UiContext,
): readonly (readonly [option: string, value: unknown])[] {
  const ignore = (reason: string) => {
    ignored.push({ path, reason });
    return [];
  };
  if (option === 'widget') {
    const found = ownWidgets.includes(value) ? undefined : findWidgetOfRjsf(value, schemas);
    if (found === undefined) return [[option, value]];
    return 'reason' in found ? ignore(found.reason) : [[option, found.widget]];
  }
  if (option === 'inputType' && getWidget(node) === undefined) {
    const widget = findWidgetOfInputType(value, schemas);
    if (widget !== undefined) return [['widget', widget]];
  }
  if (option === 'enumNames') return [[option, toEnumNames(value, schemas)]];
  const reason = explainIgnoredOption(option);
  return reason === undefined ? [[option, value]] : ignore(reason);
}

/** Returns the name of the widget of a node; undefined if it names none. */
export function getWidget({
  'ui:widget': widget,
  'ui:options': options,
}: Readonly<Record<string, unknown>>): unknown {
  return widget ?? asObject(options).widget;
}

/** Returns true if a component of the program draws a node: such a component may read any option. */
function hasCustomComponent(
  node: Readonly<Record<string, unknown>>,
  { ownWidgets }: Pick<UiContext, 'ownWidgets'>,
): boolean {
  const widget = getWidget(node);
  if (node['ui:field'] !== undefined || ownWidgets.includes(widget)) return true;
  return (
    typeof widget === 'string' && /^[A-Z]/.test(widget) && !isWidgetName(getOwnMember(widgetNames, widget))
  );
}
