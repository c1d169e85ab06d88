import {
  type Choices,
  getExampleChoices,
  getRatingChoices,
  getSchemaChoices,
  isChoice,
} from '../../json-schema/choices.ts';
import { dereference } from '../../json-schema/references.ts';
import { getSchemaValueKind } from '../../json-schema/value-kind.ts';
import { asList, asObject, getOwnMember, isObject, toText } from '../../json-schema/values.ts';
import { reservedNames } from '../../model/names.ts';
import type { OptionSetName } from '../../model/option-sets.ts';
import type { FieldDefinition, Json, JsonSchema, UiSchema } from '../../model/types.ts';
import {
  findWidgetOfField,
  getWidgetBehaviour,
  isWidgetName,
  type ValueKind,
  type WidgetName,
  widgetNames,
  widgetUses,
} from '../../model/widgets.ts';
import { type DocumentPath, extendPath, type ProblemReport } from '../report.ts';
import { findScriptsReason } from '../scripts-need.ts';
import { addBranchChoices, listBranches } from './branch-choices.ts';
import { explainNoPrefill } from './prefill-misfit.ts';

/** The schema and the UI schema of a form, with their positions, and the names that they may use. */
export interface FormSources {
  readonly schema: JsonSchema;
  readonly uiSchema: UiSchema;
  readonly schemaAt: DocumentPath;
  readonly uiAt: DocumentPath;
  /** The widgets and field components of the embedding program. */
  readonly own: ProgramNames;
  /** The names of the option sets and lists that a field may use. */
  readonly optionSets: readonly string[];
  /** The names of the blocks of the form. */
  readonly blocks: readonly string[];
}

/**
 * The names of widgets and field components that the embedding program registers, as `settings.json` declares
 * them.
 */
export interface ProgramNames {
  readonly widgets: readonly unknown[];
  readonly fields: readonly unknown[];
}

/** Returns the names that the content of `settings.json` declares; empty lists if it declares none. */
export function getProgramNames(settings: unknown): ProgramNames {
  const { widgets, widgetModules, fields } = asObject(settings);
  return {
    widgets: [...asList(widgets), ...Object.keys(asObject(widgetModules))],
    fields: asList(fields),
  };
}

/** Reports a widget or a field component that is neither built in nor declared in `settings.json`. */
export function checkComponentName(
  key: 'ui:widget' | 'ui:field',
  name: unknown,
  at: DocumentPath,
  own: ProgramNames,
  report: ProblemReport,
): void {
  const known = key === 'ui:widget' ? [...widgetNames, ...own.widgets] : own.fields;
  if (known.includes(name)) return;
  const what = key === 'ui:widget' ? 'widget' : 'field';
  const quoted = typeof name === 'string' ? `"${name}"` : JSON.stringify(name);
  const reason = `unknown ${what} ${quoted}; declare one of the program's own in settings.json, "${what}s"`;
  report.add(extendPath(at, key), 'unknown-widget', reason, {
    wrong: toText(name),
    known: known.map(toText),
  });
}

/**
 * Returns the top-level fields of a form in display order: the properties of the root, and those that a
 * condition of the schema may add. Reports unsuitable names, blocks with the name of a field, and invalid
 * options of the UI schema.
 */
export function compileFields(sources: FormSources, report: ProblemReport): readonly FieldDefinition[] {
  const { schema, schemaAt } = sources;
  const own = Object.entries(asObject(schema.properties));
  const conditional = [...findConditionalProperties(schema, schema)].filter(
    ([name]) => !own.some(([ownName]) => ownName === name),
  );
  const required = asList(schema.required);
  const definitions = [
    ...own.map(([name, property]) => {
      const presence = { isRequired: required.includes(name), isConditional: false };
      return addBranchChoices(defineField(name, property, sources, presence, report), schema);
    }),
    ...conditional.map(([name, property]) => {
      const presence = { isRequired: false, isConditional: true };
      return addBranchChoices(defineField(name, property, sources, presence, report), schema);
    }),
  ];
  for (const { name } of definitions) {
    checkFieldName(name, extendPath(schemaAt, 'properties', name), report);
    if (sources.blocks.includes(name)) {
      const reason = `"${name}" is also the name of a field; give the block another name`;
      report.add(extendPath(sources.uiAt, 'ui:blocks', name), 'bad-block', reason);
    }
  }
  return sortByUiOrder(definitions, sources, report);
}

/**
 * `isConditional` is true for a field that only a branch of the schema adds; such a field is never required
 * here.
 */
interface FieldPresence {
  readonly isRequired: boolean;
  readonly isConditional: boolean;
}

/**
 * Returns the definition of a field from its schema and UI schema. Reports invalid options of the UI schema.
 */
function defineField(
  name: string,
  property: unknown,
  sources: FormSources,
  presence: FieldPresence,
  report: ProblemReport,
): FieldDefinition {
  const schema = dereference(property, sources.schema);
  const ui = getUiOptions(sources.uiSchema[name]);
  const at = extendPath(sources.uiAt, name);
  const kind = getSchemaValueKind(schema);
  const listed = readChoices(findListedItems(schema, ui, sources, presence) ?? schema, ui);
  const { choiceTitles } = listed;
  const choices = listed.choices && sortChoices(listed.choices, ui.enumOrder);
  const widget = chooseWidget(name, { schema, kind, choices, ui });
  for (const key of ['ui:widget', 'ui:field'] as const) {
    const named = ui[key.slice('ui:'.length)];
    if (named !== undefined) checkComponentName(key, named, at, sources.own, report);
  }
  const optionSet = readOptionSet(ui, widget, at, sources.optionSets, report);
  if (optionSet !== undefined && kind === 'json' && widget !== 'checkboxes') {
    const reason = `"${name}" contains objects or lists, which cannot be choices of "${optionSet}"; give it "type": "array" with items that are texts, or remove "ui:optionSet"`;
    report.add(extendPath(at, 'ui:optionSet'), 'idle-option', reason);
  }
  const definition: FieldDefinition = {
    name,
    kind,
    widget,
    ...(kind === 'string' && getFormats(schema)),
    ...getControlRange(schema, widget),
    ...(typeof ui.widget === 'string' && ui.widget !== widget && { ownWidget: ui.widget }),
    ...(typeof ui.field === 'string' && { ownField: ui.field }),
    ...presence,
    ...(choices && { choices }),
    ...(choiceTitles && { choiceTitles }),
    ...(widget === 'autocomplete' && !choices && getSuggestions(schema)),
    ...(schema.default !== undefined && { default: schema.default as Json }),
    ...(optionSet && { optionSet }),
    requiredMark: ui.requiredMark === 'placeholder' ? 'placeholder' : 'label',
    ...(kind === 'integer' && !isWithin32Bits(schema) && { isLong: true }),
    ...getSchemaTexts(schema, ui),
    ...(getFixed(schema, ui) && { fixed: getFixed(schema, ui) }),
    ...(Array.isArray(ui.enumDisabled) && { disabledChoices: ui.enumDisabled.filter(isChoice) }),
    ...getWidgetProperties(ui, widget),
    ...(kind !== 'json' && typeof schema.multipleOf === 'number' && { multipleOf: schema.multipleOf }),
    ...(typeof schema.maxLength === 'number' && { maxLength: schema.maxLength }),
    ...(typeof ui.autocomplete === 'string' && { autocomplete: ui.autocomplete }),
    ...(typeof ui.inputMode === 'string' && { inputMode: ui.inputMode }),
    ...(ui.prefill === true && { allowsPrefill: true }),
    isWide: typeof ui.wide === 'boolean' ? ui.wide : widgetUses[widget].isWide === true,
  };
  const noPrefill = definition.allowsPrefill && explainNoPrefill(definition);
  if (noPrefill) report.add(extendPath(at, 'ui:prefill'), 'bad-prefill', noPrefill);
  const needsScripts = findScriptsReason(definition, property, sources.schema);
  return { ...definition, ...(needsScripts && { needsScripts }) };
}

/** Returns the choices of a field from the schema of one answer. `ui` has the options of its UI schema. */
function readChoices(
  schema: JsonSchema,
  { widget, other, enumNames }: Readonly<Record<string, unknown>>,
): Choices {
  if (widget === 'rating') return getRatingChoices(schema, enumNames);
  return other === true ? getExampleChoices(schema, enumNames) : getSchemaChoices(schema, enumNames);
}

/**
 * Returns the schema of the items of a field with checkboxes or a ranking, which lists its choices. Returns
 * undefined for any other field, and for one whose choices come from conditions or an option set.
 */
function findListedItems(
  schema: JsonSchema,
  { widget, optionSet }: Readonly<Record<string, unknown>>,
  { schema: root }: FormSources,
  { isConditional }: Pick<FieldDefinition, 'isConditional'>,
): JsonSchema | undefined {
  if (getSchemaValueKind(schema) !== 'json' || isConditional || optionSet !== undefined) return undefined;
  const drawn = widget ?? chooseJsonWidget(schema);
  const isListed = drawn === 'checkboxes' || drawn === 'ranking';
  return isListed && isObject(schema.items) ? dereference(schema.items, root) : undefined;
}

/**
 * Returns choices in the order of `ui:enumOrder`, as RJSF does: `*` means all that it does not list; without it,
 * those are left out. An order that lists no choice changes nothing.
 */
function sortChoices(choices: readonly (string | number)[], order: unknown): readonly (string | number)[] {
  const listed = asList(order);
  const named = (entry: unknown) => choices.find((choice) => toText(choice) === toText(entry));
  const rest = choices.filter((choice) => !listed.some((entry) => named(entry) === choice));
  const sorted = listed.flatMap((entry) => (entry === '*' ? rest : (named(entry) ?? [])));
  return sorted.length === 0 ? choices : [...new Set(sorted)];
}

/**
 * Returns the limits that a control for a range or a time shows, or an empty object. Other limits are only
 * validated.
 */
function getControlRange(schema: JsonSchema, widget: WidgetName): Pick<FieldDefinition, 'ends'> {
  const isClock = getWidgetBehaviour(widget).posts === 'clock';
  if (!isClock && widget !== 'range') return {};
  const [minimum, maximum] = isClock
    ? [schema.formatMinimum, schema.formatMaximum]
    : [schema.minimum, schema.maximum];
  const ends = {
    ...(isRangeLimit(minimum) && { minimum }),
    ...(isRangeLimit(maximum) && { maximum }),
  };
  return Object.keys(ends).length > 0 ? { ends } : {};
}

/** Returns true for a number and a text. */
function isRangeLimit(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

/** Returns the examples of a schema that are texts as suggestions, or an empty object. */
function getSuggestions({ examples }: JsonSchema): Pick<FieldDefinition, 'suggestions'> {
  const suggestions = asList(examples).filter((example) => typeof example === 'string');
  return suggestions.length > 0 ? { suggestions } : {};
}

/**
 * Returns true if a schema limits its integers to the range of GraphQL's `Int`, by choices, a constant or
 * limits on both sides.
 */
function isWithin32Bits(schema: JsonSchema): boolean {
  const { choices } = getSchemaChoices(schema);
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, const: constant } = schema;
  const limits = typeof constant === 'number' ? [constant] : choices;
  if (limits) return limits.every((value) => Math.trunc(Number(value)) === (Number(value) | 0));
  const lowest = [minimum, exclusiveMinimum].filter((limit) => typeof limit === 'number');
  const highest = [maximum, exclusiveMaximum].filter((limit) => typeof limit === 'number');
  return (
    Math.max(...lowest, Number.NEGATIVE_INFINITY) >= -(2 ** 31) &&
    Math.min(...highest, Infinity) <= 2 ** 31 - 1
  );
}

/**
 * Returns the title, hint and placeholder from the schema and UI schema; the UI schema takes precedence, and
 * what is missing is absent. They are used if the form's texts have none.
 */
function getSchemaTexts(schema: JsonSchema, ui: Readonly<Record<string, unknown>>) {
  const texts = {
    title: ui.title ?? schema.title,
    hint: ui.help ?? ui.description,
    placeholder: ui.placeholder,
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string'));
}

/**
 * Returns `disabled` or `readonly` for a field that visitors cannot change, else undefined. `disabled` takes
 * precedence.
 */
function getFixed({ readOnly }: JsonSchema, ui: Readonly<Record<string, unknown>>): FieldDefinition['fixed'] {
  if (ui.disabled === true) return 'disabled';
  return ui.readonly === true || readOnly === true ? 'readonly' : undefined;
}

/**
 * Returns the format of a text. `temporal` is the format of a date or time. `format` is left out next to a
 * `pattern`. Returns an empty object for a text without a format.
 */
function getFormats({ format, pattern }: JsonSchema): Pick<FieldDefinition, 'temporal' | 'format'> {
  return {
    ...(isTemporal(format) && { temporal: format }),
    ...(typeof format === 'string' && pattern === undefined && { format }),
  };
}

/** Returns true for the formats of dates and times. */
function isTemporal(format: unknown): format is NonNullable<FieldDefinition['temporal']> {
  return format === 'date' || format === 'time' || format === 'date-time';
}

/**
 * Returns the options of a field's UI schema by their names without `ui:`. In RJSF, `ui:options.widget` means
 * the same as `ui:widget`; the latter takes precedence.
 */
function getUiOptions(ui: unknown): Readonly<Record<string, unknown>> {
  const own = asObject(ui);
  const prefixed = Object.entries(own).flatMap(([key, value]) =>
    key.startsWith('ui:') ? [[key.slice(3), value] as const] : [],
  );
  return { ...asObject(own['ui:options']), ...Object.fromEntries(prefixed) };
}

/** Returns the options of a field's UI schema that only its widget has, as `widgetProperties`. */
function getWidgetProperties(
  ui: Readonly<Record<string, unknown>>,
  widget: WidgetName,
): Pick<FieldDefinition, 'widgetProperties'> {
  const names = Object.keys(widgetUses[widget].properties ?? {});
  const given = names.flatMap((name) => (ui[name] === undefined ? [] : [[name, ui[name] as Json] as const]));
  return given.length === 0 ? {} : { widgetProperties: Object.fromEntries(given) };
}

/** The properties of a field that decide its widget. `ui` has the options of its UI schema. */
interface WidgetInput {
  readonly schema: JsonSchema;
  readonly kind: ValueKind;
  readonly choices: readonly (string | number)[] | undefined;
  readonly ui: Readonly<Record<string, unknown>>;
}

/** Returns the widget that the UI schema names if it is built in, else the usual one for the value. */
function chooseWidget(name: string, { schema, kind, choices, ui }: WidgetInput): WidgetName {
  const named = ui.widget;
  if (isWidgetName(named)) return named;
  const own = findWidgetOfField(name);
  if (own !== undefined) return own;
  if (kind === 'json')
    return ui.optionSet !== undefined && isList(schema) ? 'checkboxes' : chooseJsonWidget(schema);
  if (ui.optionSet !== undefined || choices) return 'select';
  if (kind === 'boolean') return 'checkbox';
  if (kind === 'integer' || kind === 'number') return 'number';
  return getOwnMember(widgetsByFormat, toText(schema.format)) ?? 'text';
}

/** Returns true for the schema of a list. */
function isList({ type, items }: JsonSchema): boolean {
  return type === 'array' || items !== undefined;
}

/** Returns the usual widget for a list, an object or a value of any type. */
function chooseJsonWidget({ type, properties, items, uniqueItems }: JsonSchema): WidgetName {
  if (type === 'array' || items !== undefined)
    return uniqueItems === true && asObject(items).enum !== undefined ? 'checkboxes' : 'array';
  return type === 'object' || properties !== undefined ? 'object' : 'any';
}

/** The widgets for the formats that HTML has a control for (JSON Schema Validation 2020-12, section 7.3). */
const widgetsByFormat: Readonly<Record<string, WidgetName>> = Object.fromEntries(
  widgetNames.flatMap((widget) => (widgetUses[widget].formats ?? []).map((format) => [format, widget])),
);

/**
 * Returns the option set of a field: that of its UI schema, else that of its widget; undefined if it has
 * none, or an unknown one, which is reported.
 */
function readOptionSet(
  ui: Readonly<Record<string, unknown>>,
  widget: WidgetName,
  at: DocumentPath,
  sets: readonly string[],
  report: ProblemReport,
): OptionSetName | undefined {
  const named = ui.optionSet ?? widgetUses[widget].optionSet;
  const known = sets.find((set) => set === named);
  if (named !== undefined && known === undefined) {
    report.add(
      extendPath(at, 'ui:optionSet'),
      'unknown-option-set',
      `unknown option set "${toText(named)}"`,
      {
        wrong: toText(named),
        known: sets,
      },
    );
  }
  return known;
}

/**
 * Returns the properties by name that branches of the root contain, at any depth: below `allOf`, `anyOf`,
 * `oneOf`, `if`, `then`, `else` and the schemas of dependencies. Of several with one name, it returns the
 * first, or the first that has a type.
 */
function findConditionalProperties(schema: JsonSchema, root: JsonSchema): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const visited = new Set<unknown>();
  /** Adds the properties of a branch, and of the branches inside it, to `found`. */
  const collectProperties = (branch: unknown) => {
    // A schema that refers to itself is reported by `inlineReferences`.
    if (visited.has(branch)) return;
    visited.add(branch);
    const inner = dereference(branch, root);
    for (const [name, property] of Object.entries(asObject(inner.properties)))
      if (isMoreDetailed(property, found.get(name))) found.set(name, property);
    listBranches(inner).forEach(collectProperties);
  };
  listBranches(schema).forEach(collectProperties);
  return found;
}

/**
 * Returns true if a schema of a property replaces the one that was found earlier. A branch may mention a
 * field only to test it (`{const: true}`); the branch with the type defines it.
 */
function isMoreDetailed(property: unknown, earlier: unknown): boolean {
  return (
    earlier === undefined || (asObject(earlier).type === undefined && asObject(property).type !== undefined)
  );
}

/**
 * Reports a name that is reserved, or that GraphQL does not allow for an argument. Members of every
 * JavaScript object are left to `checkKeywords`.
 */
function checkFieldName(name: string, at: DocumentPath, report: ProblemReport): void {
  if (reservedNames.includes(name))
    report.add(at, 'taken-field-name', `the field name "${name}" is reserved; choose another`);
  else if (!(name in {}) && (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || name.startsWith('__'))) {
    report.add(
      at,
      'bad-field-name',
      `a field cannot be called "${name}", because its name is sent as a GraphQL argument; use letters, digits and "_", starting with a letter`,
    );
  }
}

/**
 * Sorts fields by `ui:order` like RJSF: `*` means all fields that are not named; without it they come last.
 * Names of blocks are skipped, and so are unknown names, which are reported. Without `ui:order` the fields
 * remain in their order.
 */
function sortByUiOrder(
  definitions: readonly FieldDefinition[],
  { uiSchema, uiAt, blocks }: FormSources,
  report: ProblemReport,
): readonly FieldDefinition[] {
  const order = uiSchema['ui:order'];
  if (!Array.isArray(order)) return definitions;
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  for (const [index, name] of order.entries()) {
    if (name !== '*' && !byName.has(name) && !blocks.includes(name))
      report.add(extendPath(uiAt, 'ui:order', index), 'unknown-field', `unknown field "${name}"`, {
        wrong: toText(name),
        known: [...byName.keys(), ...blocks],
      });
  }
  const rest = definitions.filter(({ name }) => !order.includes(name));
  const names = order.includes('*') ? order : [...order, '*'];
  return names.flatMap((name) => (name === '*' ? rest : (byName.get(name) ?? [])));
}
