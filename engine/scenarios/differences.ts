import { isSameId } from '../ids.ts';
import { valueAt } from '../json-schema/pointers.ts';
import { isObject, isSameJson, mapValues } from '../json-schema/values.ts';
import { judge } from '../judge.ts';
import { officeField } from '../names.ts';
import { stepsOf } from '../steps.ts';
import { formatText, problemMessage } from '../texts.ts';
import type { FieldPlan, Form, Id, Plan, Problem, Situation } from '../types.ts';
import type { CheckOf, Expectations, Scenario, ScenarioDocument } from './scenario.ts';
import { nameOfOffice } from './situation-of-words.ts';

/** An expectation of a scenario that is not met. */
export interface Difference {
  /** The path of the expectation: `types`, `limits.upload.count`. */
  readonly what: string;
  readonly expected: unknown;
  readonly found: unknown;
  /** `"types" should be general, sales, but is general`. */
  readonly sentence: string;
}

export interface Run {
  readonly form: Form;
  readonly document: ScenarioDocument;
  readonly scenario: Scenario;
  readonly situation: Situation;
  readonly plan: Plan;
  readonly checkOf: CheckOf;
}

/** Returns every expectation of a scenario that its plan does not meet, in the order of the scenario. */
export function differencesOf(run: Run): readonly Difference[] {
  const { expect } = run.scenario;
  const words = Object.keys(expect) as (keyof Expectations)[];
  return words.flatMap((word) => compare(word, expect[word], readings[word](run, expect[word])));
}

/**
 * Reads the actual value for an expectation. It gets the expected value, because some expectations name
 * fields.
 */
type Reading = (run: Run, asked: unknown) => unknown;

const readings: Readonly<Record<keyof Expectations, Reading>> = {
  section: ({ plan }) => (plan.isSectionShown ? 'shown' : 'hidden'),
  types: ({ form, plan }) => plan.fields[0]?.options?.map(({ value }) => keyOf(form, value)),
  type: ({ plan }) => plan.type?.key ?? null,
  unknownTypes: ({ plan }) => plan.unknownTypes,
  eligible: ({ document, plan }) => plan.eligibleOffices.map((office) => nameOfOffice(document, office)),
  offices: ({ document, plan }) => plan.offeredOffices.map((office) => nameOfOffice(document, office)),
  office: officeSent,
  fields: ({ plan }) =>
    plan.fields
      .slice(1)
      .filter(isThere)
      .map(({ name }) => name),
  shown: ({ form, plan }, asked) =>
    (asked as readonly string[]).filter((name) => partNamed(form, plan, name)?.visibility === 'shown'),
  concealed: those((field) => field?.visibility === 'concealed'),
  hidden: ({ form, plan }, asked) =>
    (asked as readonly string[]).filter(
      (name) => (partNamed(form, plan, name)?.visibility ?? 'hidden') === 'hidden',
    ),
  required: those((field) => field?.isRequired === true),
  optional: those((field) => field !== undefined && isThere(field) && !field.isRequired),
  enabled: those((field) => field !== undefined && isThere(field) && field.fixed === undefined),
  disabled: those((field) => field?.fixed === 'disabled'),
  readonly: those((field) => field?.fixed === 'readonly'),
  options: each(({ options }) => options?.map(({ value }) => value)),
  optionLabels: each(({ options }) => options?.map(({ label }) => legible(label))),
  loading: each(({ optionsState }) => optionsState),
  presets: each(({ preset }) => preset),
  limits: each(({ limits }) => limits),
  bounds: each(({ bounds }) => bounds),
  labels: each(({ label }) => legible(label)),
  hints: each(({ hint }) => legible(hint)),
  placeholders: each(({ placeholder }) => legible(placeholder)),
  marks: each(({ isRequired, definition }) => (isRequired ? definition.requiredMark : undefined)),
  widgets: each(({ definition }) => definition.widget),
  wide: each(({ definition }) => definition.isWide),
  autocomplete: each(({ definition }) => definition.autocomplete),
  inputModes: each(({ definition }) => definition.inputMode),
  submit: ({ plan }) => legible(plan.submitLabel),
  recipient: ({ plan }) => plan.recipient ?? null,
  destinations: ({ plan }) => plan.destinations ?? [],
  visitor: ({ plan }, asked) =>
    mapped(asked, (part) => plan.values[plan.type?.visitor?.[part as 'name' | 'email'] ?? '']),
  links: ({ plan }) => plan.type?.links.map(({ href }) => href) ?? [],
  sent: ({ form, plan }, asked) => mapped(asked, (name) => fieldNamed(form, plan, name) && plan.values[name]),
  problems: (run) => Object.fromEntries(problemsOf(run).map(({ field, code }) => [field, code])),
  messages: messagesOf,
  texts: ({ form, plan }, asked) => mapped(asked, (key) => legible(formatText(form, plan.textLocale, key))),
  settings: ({ form }, asked) => mapped(asked, (name) => valueAt(form.settings, [name])),
};

/**
 * Removes the invisible characters that isolate the direction of an answer, because nobody writes them into
 * an expectation.
 */
function legible(text: string | undefined): string | undefined {
  return text?.replace(/[\u2068\u2069]/g, '');
}

function isThere({ visibility }: FieldPlan): boolean {
  return visibility !== 'hidden';
}

/**
 * Creates a reader that returns the named fields which meet a condition. It throws for a name that no type
 * has.
 */
function those(holds: (field: FieldPlan | undefined) => boolean): Reading {
  return ({ form, plan }, asked) =>
    (asked as readonly string[]).filter((name) => holds(fieldNamed(form, plan, name)));
}

/** Creates a reader that returns a value for each named field; null for a field that is not there. */
function each(of: (field: FieldPlan) => unknown): Reading {
  return ({ form, plan }, asked) =>
    mapped(asked, (name) => {
      const field = fieldNamed(form, plan, name);
      return field && of(field);
    });
}

/** Calls a function for each expected name. JSON has no `undefined`, so missing values are null. */
function mapped(asked: unknown, of: (name: string) => unknown): Readonly<Record<string, unknown>> {
  return mapValues(asked, (_expected, name) => of(name) ?? null);
}

function keyOf(form: Form, id: Id): string {
  return form.types.find((type) => isSameId(type.id, id))?.key ?? String(id);
}

function officeSent({ document, plan }: Run): string | null {
  const office = plan.offeredOffices.find(({ id }) => id === plan.values[officeField]);
  return office ? nameOfOffice(document, office) : null;
}

function problemsOf({ plan, situation, scenario, checkOf }: Run): readonly Problem[] {
  const check = plan.type ? checkOf(plan.type.key) : () => [];
  return judge({ plan, check, submitted: scenario.on.sends ? situation.entered : plan.values });
}

function messagesOf(run: Run): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    problemsOf(run).map((problem) => [problem.field, legible(problemMessage(run.form, run.plan, problem))]),
  );
}

/** Finds a field, a block or a step. */
function partNamed(form: Form, plan: Plan, name: string): Pick<FieldPlan, 'visibility'> | undefined {
  const isBlock = form.types.some(({ blocks = [] }) => blocks.some((block) => block.name === name));
  if (form.types.some(({ steps = [] }) => steps.some((step) => step.name === name)))
    return { visibility: stepsOf(plan, []).some((step) => step.name === name) ? 'shown' : 'hidden' };
  return isBlock ? plan.blocks?.find((block) => block.name === name) : fieldNamed(form, plan, name);
}

function fieldNamed(form: Form, plan: Plan, name: string): FieldPlan | undefined {
  const field = plan.fields.find((candidate) => candidate.name === name);
  const isKnown =
    field !== undefined ||
    form.types.some(({ fields }) => fields.some((definition) => definition.name === name));
  if (!isKnown) throw new Error(`Cannot read a scenario: no enquiry type has a field "${name}"; correct it`);
  return field;
}

/** Compares objects by the expected keys, problems by all keys, and anything else as a whole. */
function compare(what: string, expected: unknown, actual: unknown): readonly Difference[] {
  if (isObject(expected) && isObject(actual)) {
    const keys = what === 'problems' ? Object.keys({ ...expected, ...actual }) : Object.keys(expected);
    return keys.flatMap((key) => compare(`${what}.${key}`, expected[key], actual[key]));
  }
  if (isSameJson(expected, actual)) return [];
  const sentence = `"${what}" should be ${say(expected)}, but is ${say(actual)}`;
  return [{ what, expected, found: actual, sentence }];
}

function say(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : `“${String(value)}”`;
  return value.length === 0 ? 'an empty list' : value.join(', ');
}
