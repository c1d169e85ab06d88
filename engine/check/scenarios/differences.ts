import { getValueAt } from '../../json-schema/pointers.ts';
import { isObject, isSameJson, mapValues } from '../../json-schema/values.ts';
import { isSameId } from '../../model/ids.ts';
import type { FieldPlan, Form, Id, Plan, Problem, Situation } from '../../model/types.ts';
import { presetExpectationReaders } from '../../preset/check.ts';
import { judgePlan } from '../../resolve/judge.ts';
import { listFormSteps } from '../../resolve/steps.ts';
import { formatText, problemMessage } from '../../texts/texts.ts';
import type { Expectations, Scenario, ScenarioDocument, SchemaCheckLookup } from './scenario.ts';

export interface ScenarioDifference {
  /** The path of the expectation as text: `types`, `limits.upload.count`. */
  readonly what: string;
  /** The same path as a list, because names may contain dots: `['texts', 'thank-you.heading']`. */
  readonly path: readonly string[];
  readonly expected: unknown;
  readonly found: unknown;
  /** `Expected general, sales for "types", but it is general.` */
  readonly sentence: string;
}

export interface ResolvedScenario {
  readonly form: Form;
  readonly document: ScenarioDocument;
  readonly scenario: Scenario;
  readonly situation: Situation;
  readonly plan: Plan;
  /** Returns the schema check of an enquiry type, by its key. */
  readonly checkOf: SchemaCheckLookup;
}

/**
 * Returns every expectation of a scenario that its plan does not meet, in the order of the scenario; an empty
 * list if it meets all. Throws for a field that no type has.
 */
export function findDifferences(run: ResolvedScenario): readonly ScenarioDifference[] {
  const { expect } = run.scenario;
  const words = Object.keys(expect) as (keyof Expectations)[];
  return words.flatMap((word) =>
    compareExpected([word], expect[word], readersByExpectation[word](run, expect[word])),
  );
}

/**
 * Returns the actual value for an expectation. It gets the expected value, because some expectations name
 * fields.
 */
type ExpectationReader = (run: ResolvedScenario, expected: unknown) => unknown;

/**
 * The reader of each expectation. For an expectation that lists names with one property (`required`), it
 * returns those of the expected names that have the property.
 */
const readersByExpectation: Readonly<Record<keyof Expectations, ExpectationReader>> = {
  section: ({ plan }) => (plan.isSectionShown ? 'shown' : 'hidden'),
  types: ({ form, plan }) => plan.fields[0]?.options?.map(({ value }) => getTypeKey(form, value)),
  type: ({ plan }) => plan.type?.key ?? null,
  unknownTypes: ({ plan }) => plan.unknownTypes,
  ...presetExpectationReaders,
  /** The names of the fields that are not hidden, without the enquiry type. */
  fields: ({ plan }) =>
    plan.fields
      .slice(1)
      .filter(isNotHidden)
      .map(({ name }) => name),
  /** Those of the expected fields, blocks and steps that are shown, not concealed. */
  shown: ({ form, plan }, expected) =>
    (expected as readonly string[]).filter(
      (name) => findFieldBlockOrStep(form, plan, name)?.visibility === 'shown',
    ),
  concealed: createFieldFilter((field) => field?.visibility === 'concealed'),
  /**
   * Those of the expected fields, blocks and steps that are hidden or that the current type does not have.
   */
  hidden: ({ form, plan }, expected) =>
    (expected as readonly string[]).filter(
      (name) => (findFieldBlockOrStep(form, plan, name)?.visibility ?? 'hidden') === 'hidden',
    ),
  required: createFieldFilter((field) => field?.isRequired === true),
  optional: createFieldFilter((field) => field !== undefined && isNotHidden(field) && !field.isRequired),
  enabled: createFieldFilter(
    (field) => field !== undefined && isNotHidden(field) && field.fixed === undefined,
  ),
  disabled: createFieldFilter((field) => field?.fixed === 'disabled'),
  readonly: createFieldFilter((field) => field?.fixed === 'readonly'),
  options: createFieldReader(({ options }) => options?.map(({ value }) => value)),
  optionLabels: createFieldReader(({ options }) => options?.map(({ label }) => removeIsolates(label))),
  loading: createFieldReader(({ optionsState }) => optionsState),
  presets: createFieldReader(({ preset }) => preset),
  limits: createFieldReader(({ limits }) => limits),
  bounds: createFieldReader(({ bounds }) => bounds),
  labels: createFieldReader(({ label }) => removeIsolates(label)),
  hints: createFieldReader(({ hint }) => removeIsolates(hint)),
  placeholders: createFieldReader(({ placeholder }) => removeIsolates(placeholder)),
  marks: createFieldReader(({ isRequired, definition }) =>
    isRequired ? definition.requiredMark : undefined,
  ),
  widgets: createFieldReader(({ definition }) => definition.widget),
  wide: createFieldReader(({ definition }) => definition.isWide),
  autocomplete: createFieldReader(({ definition }) => definition.autocomplete),
  inputModes: createFieldReader(({ definition }) => definition.inputMode),
  prefill: createFieldReader(({ definition }) => definition.allowsPrefill === true),
  submit: ({ plan }) => removeIsolates(plan.submitLabel),
  recipient: ({ plan }) => plan.recipient ?? null,
  destinations: ({ plan }) => plan.destinations ?? [],
  /** The values of the fields that contain the visitor's name and mail address. */
  visitor: ({ plan }, expected) =>
    mapExpectedNames(expected, (part) => plan.values[plan.type?.visitor?.[part as 'name' | 'email'] ?? '']),
  /** The addresses of the links of the current type. */
  links: ({ plan }) => plan.type?.links.map(({ href }) => href) ?? [],
  /** The effective values of the expected fields; null for an empty one. */
  sent: ({ form, plan }, expected) =>
    mapExpectedNames(expected, (name) => findField(form, plan, name) && plan.values[name]),
  /** The code of the problem of each field that has one. If a field has several, the last one wins. */
  problems: (run) => Object.fromEntries(judgeScenario(run).map(({ field, code }) => [field, code])),
  messages: getMessagesByField,
  /** The texts of the expected keys in the language of the plan, without arguments. */
  texts: ({ form, plan }, expected) =>
    mapExpectedNames(expected, (key) => removeIsolates(formatText(form, plan.textLocale, key))),
  /** The values of the expected settings of the form; null for one that it does not have. */
  settings: ({ form }, expected) => mapExpectedNames(expected, (name) => getValueAt(form.settings, [name])),
};

/**
 * Removes the invisible characters that isolate the direction of an answer, because nobody writes them into
 * an expectation.
 */
function removeIsolates(text: string | undefined): string | undefined {
  return text?.replace(/[\u2068\u2069]/g, '');
}

function isNotHidden({ visibility }: FieldPlan): boolean {
  return visibility !== 'hidden';
}

/**
 * Creates a reader that returns those of the expected fields that meet a condition. A field that only other
 * types have is passed as undefined. The reader throws for a name that no type has.
 */
function createFieldFilter(matches: (field: FieldPlan | undefined) => boolean): ExpectationReader {
  return ({ form, plan }, expected) =>
    (expected as readonly string[]).filter((name) => matches(findField(form, plan, name)));
}

/**
 * Creates a reader that returns a value for each expected field; null for a field that only other types have.
 * The reader throws for a name that no type has.
 */
function createFieldReader(getValue: (field: FieldPlan) => unknown): ExpectationReader {
  return ({ form, plan }, expected) =>
    mapExpectedNames(expected, (name) => {
      const field = findField(form, plan, name);
      return field && getValue(field);
    });
}

/**
 * Returns an object with a value for each name in `expected`, whose own values are ignored. JSON has no
 * `undefined`, so missing values are null.
 */
function mapExpectedNames(
  expected: unknown,
  getValue: (name: string) => unknown,
): Readonly<Record<string, unknown>> {
  return mapValues(expected, (_expected, name) => getValue(name) ?? null);
}

/** Returns the key of the type with an id, or the id as text if the form does not have it. */
function getTypeKey(form: Form, id: Id): string {
  return form.types.find((type) => isSameId(type.id, id))?.key ?? String(id);
}

/**
 * Returns the problems of the values that the scenario sends, else of the values of the plan. The schema is
 * not checked without a type.
 */
function judgeScenario({ plan, situation, scenario, checkOf }: ResolvedScenario): readonly Problem[] {
  const check = plan.type ? checkOf(plan.type.key) : () => [];
  return judgePlan({ plan, check, submitted: scenario.on.sends ? situation.entered : plan.values });
}

/**
 * Returns the message of a problem for each field that has one, without isolating characters. If a field has
 * several problems, the last one wins.
 */
function getMessagesByField(run: ResolvedScenario): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    judgeScenario(run).map((problem) => [
      problem.field,
      removeIsolates(problemMessage(run.form, run.plan, problem)),
    ]),
  );
}

/**
 * Returns the visibility of the field, block or step with a name; undefined if only other types have the
 * field or block. A step that the plan does not show is hidden. Throws for a name that no type has.
 */
function findFieldBlockOrStep(
  form: Form,
  plan: Plan,
  name: string,
): Pick<FieldPlan, 'visibility'> | undefined {
  const isBlock = form.types.some(({ blocks = [] }) => blocks.some((block) => block.name === name));
  if (form.types.some(({ steps = [] }) => steps.some((step) => step.name === name)))
    return { visibility: listFormSteps(plan, []).some((step) => step.name === name) ? 'shown' : 'hidden' };
  return isBlock ? plan.blocks?.find((block) => block.name === name) : findField(form, plan, name);
}

/**
 * Returns the field with a name; undefined if only other types have it. Throws for a name that no type has.
 */
function findField(form: Form, plan: Plan, name: string): FieldPlan | undefined {
  const field = plan.fields.find((candidate) => candidate.name === name);
  const isKnown =
    field !== undefined ||
    form.types.some(({ fields }) => fields.some((definition) => definition.name === name));
  if (!isKnown) throw new Error(`Cannot read a scenario: no enquiry type has a field "${name}"; correct it`);
  return field;
}

/**
 * Returns the differences between an expected and an actual value. Objects are compared by the expected keys,
 * problems by all keys, and anything else as a whole.
 */
function compareExpected(
  path: readonly string[],
  expected: unknown,
  actual: unknown,
): readonly ScenarioDifference[] {
  if (isObject(expected) && isObject(actual)) {
    const keys = path[0] === 'problems' ? Object.keys({ ...expected, ...actual }) : Object.keys(expected);
    return keys.flatMap((key) => compareExpected([...path, key], expected[key], actual[key]));
  }
  if (isSameJson(expected, actual)) return [];
  const what = path.join('.');
  const sentence = `Expected ${formatValue(expected)} for "${what}", but it is ${formatValue(actual)}.`;
  return [{ what, path, expected, found: actual, sentence }];
}

/**
 * Returns a value as text for a sentence: `nothing` for null and undefined, `an empty list`, the items of a
 * list separated by commas, an object as JSON, any other value in quotation marks.
 */
function formatValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : `“${String(value)}”`;
  return value.length === 0 ? 'an empty list' : value.join(', ');
}
