import type { Condition, Documents, FieldPlan, Form, Json, Plan, Situation } from '#engine';
import { resolve } from '#engine';
import type { ExampleSituation } from '#engine/check/index.ts';
import { getPlanFacts } from '#engine/check/rules/part-log.ts';
import {
  type ScenarioDocument,
  type ScenarioSituation,
  toScenarioSituation,
} from '#engine/check/scenarios/index.ts';
import { evaluateCondition, type FactValues } from '#engine/conditions/condition.ts';
import { randomOffices } from './random-changes.ts';

/** A situation with the plans of both versions. */
export interface ComparedSituation {
  /** The only compared type; absent for all. */
  readonly type?: string;
  readonly on: ScenarioSituation;
  readonly before: Plan;
  readonly after: Plan;
  readonly german: readonly [before: Plan, after: Plan];
  readonly facts: FactValues;
}

/** A difference in a situation, found by plain comparison. */
export interface PlainDifference {
  readonly kind: string;
  readonly field?: string;
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
}

const days = ['2027-01-10', '2027-01-31', '2027-02-01'];
const placements = ['inline', 'modal', 'landing'] as const;
const lists = [Object.keys(randomOffices), [], ...Object.keys(randomOffices).map((name) => [name])];

const mostCrossings = 1_500;

/**
 * Returns every combination of all values that the rules of either version mention. Undefined if there are
 * too many.
 */
export function listComparedSituations(
  before: Form,
  after: Form,
  documents: Documents,
): readonly ComparedSituation[] | undefined {
  const document = documents['scenarios.json'] as ScenarioDocument;
  const text = JSON.stringify([before.rules, after.rules]);
  const mentions = (word: string) => text.includes(word);
  const among = <Value>(word: string | boolean, values: readonly Value[]) =>
    (typeof word === 'boolean' ? word : mentions(word)) ? values : values.slice(0, 1);
  const speaksOfOffices = /office\.|offices\./.test(text);
  const found: ComparedSituation[] = [];
  for (const site of among('site.id', ['1', '119', '204']))
    for (const international of among('site.isInternational', [false, true]))
      for (const placement of among('page.', placements))
        for (const eventTitle of among('page.eventTitle', [null, 'Regatta']))
          for (const today of among('today', days))
            for (const list of among(speaksOfOffices, lists)) {
              if (found.length > mostCrossings) return undefined;
              const page = { site, international, placement, eventTitle, today, offices: list };
              found.push(compareSituation(before, after, document, { ...page, types: ['berth', 'charter'] }));
              for (const type of ['berth', 'charter'])
                for (const guests of among('values.guests', [null, 1, 2, 3, 4, 5]))
                  for (const rig of among('values.rig', [null, 'sloop', 'ketch', 'yawl', 'cutter']))
                    for (const skipper of among('values.skipper', [null, true]))
                      for (const phone of among('values.phone', [null, '99'])) {
                        const entered = { guests, rig, skipper, ...(phone !== null && { phone }) };
                        const on = { ...page, types: [type], entered };
                        found.push(compareSituation(before, after, document, on, type));
                      }
            }
  return found;
}

/** Returns the situation of an example, with its offices. */
export function createComparedSituation(
  before: Form,
  after: Form,
  documents: Documents,
  { on, offices: added }: ExampleSituation,
  type: string | undefined,
): ComparedSituation {
  const document = documents['scenarios.json'] as ScenarioDocument;
  return compareSituation(
    before,
    after,
    { ...document, offices: { ...document.offices, ...added } },
    on,
    type,
  );
}

function compareSituation(
  before: Form,
  after: Form,
  document: ScenarioDocument,
  on: ScenarioSituation,
  type?: string,
): ComparedSituation {
  const { entered = {}, ...page } = on;
  const given = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== null));
  const situation = (locale: string): Situation => ({
    ...toScenarioSituation(after, document, { ...page, locale }),
    entered: given,
  });
  const english = situation('en');
  const [one, other] = [resolve(before, english), resolve(after, english)];
  const german = situation('de');
  const [former, now] = [getPlanFacts(english, one), getPlanFacts(english, other)];
  return {
    on,
    ...(type !== undefined && { type }),
    before: one,
    after: other,
    german: [resolve(before, german), resolve(after, german)],
    facts: {
      ...now,
      values: { ...one.values, ...other.values },
      options: { ...Object(former.options), ...Object(now.options) },
    },
  };
}

export function isTrueIn(when: Condition, { facts }: ComparedSituation): boolean {
  return evaluateCondition(when, facts);
}

/** True if both versions show a form of a type. */
export function hasTypeInBoth({ before, after }: ComparedSituation): boolean {
  return [before, after].every(({ isSectionShown, type }) => isSectionShown && type !== undefined);
}

export function findFieldPlans(
  { before, after }: ComparedSituation,
  name: string,
): readonly (FieldPlan | undefined)[] {
  return [before, after].map(({ fields }) => fields.find((field) => field.name === name));
}

/** Returns the differences in a situation, by plain comparison. */
export function listPlainDifferences(crossing: ComparedSituation): readonly PlainDifference[] {
  return crossing.type === undefined
    ? comparePage(crossing)
    : hasTypeInBoth(crossing)
      ? compareType(crossing)
      : [];
}

function listOfferedValues({ fields }: Plan): readonly Json[] {
  return (fields[0]?.options ?? []).map(({ value }) => value);
}

const keys = ['berth', 'charter'];

function comparePage({ before, after }: ComparedSituation): readonly PlainDifference[] {
  const found: PlainDifference[] = [];
  if (!before.isSectionShown && !after.isSectionShown) return [];
  for (const [at, key] of keys.entries()) {
    const [was, is] = [listOfferedValues(before).includes(at + 1), listOfferedValues(after).includes(at + 1)];
    if (was !== is) found.push({ kind: is ? 'type-offered' : 'type-not-offered', field: key });
  }
  if (before.isSectionShown && after.isSectionShown) {
    const [was, is] = [before, after].map(({ fields }) => fields[0]?.visibility === 'hidden');
    if (was !== is) found.push({ kind: is ? 'field-hidden' : 'field-shown', field: 'enquiry_type' });
  } else if (before.type && after.type)
    found.push({ kind: after.isSectionShown ? 'form-shown' : 'form-hidden' });
  return found;
}

function omitKeys<Value>(all: readonly Value[], some: readonly Value[]): readonly Value[] {
  return all.filter((value) => !some.includes(value));
}

function compareType(crossing: ComparedSituation): readonly PlainDifference[] {
  const { before, after, german } = crossing;
  const found: PlainDifference[] = [];
  const add = (kind: string, field?: string, was?: Json, is?: Json) =>
    found.push({ kind, ...(field !== undefined && { field }), before: was, after: is });
  if (before.recipient !== after.recipient) add('recipient', undefined, before.recipient, after.recipient);
  const names = new Set([...before.fields, ...after.fields].map(({ name }) => name));
  names.delete('enquiry_type');
  for (const name of names) {
    const [one, other] = findFieldPlans(crossing, name);
    const [was, is] = [one, other].map((field) => field?.visibility ?? 'absent');
    const isGone = (state: string | undefined) => state === 'hidden' || state === 'absent';
    if (isGone(was) && !isGone(is)) add(was === 'absent' ? 'field-added' : 'field-shown', name);
    if (isGone(was) && !isGone(is) && other?.isRequired) add('field-required', name);
    if (!isGone(was) && isGone(is)) add(is === 'absent' ? 'field-removed' : 'field-hidden', name);
    if (was === 'shown' && is === 'concealed') add('field-concealed', name);
    if (was === 'concealed' && is === 'shown') add('field-revealed', name);
    if (one === undefined || other === undefined) continue;
    if (one.preset !== other.preset) add('preset', name, one.preset, other.preset);
    if (isGone(was) || isGone(is)) continue;
    if (one.fixed !== other.fixed) add(other.fixed ?? 'enabled', name);
    else if (one.isRequired !== other.isRequired) add(other.isRequired ? 'required' : 'optional', name);
    for (const end of ['minimum', 'maximum'] as const)
      if (one.bounds?.[end] !== other.bounds?.[end])
        add(`bound-${end}`, name, one.bounds?.[end], other.bounds?.[end]);
    const [choices = [], choicesNow = []] = [one, other].map(({ options }) =>
      options?.map(({ value }) => value),
    );
    const [gone, come] = [omitKeys(choices, choicesNow), omitKeys(choicesNow, choices)];
    const isReordered = choices.join() !== choicesNow.join();
    if (name === 'office_location') {
      if (isReordered) add('offices', name);
    } else if (gone.length + come.length === 0) {
      if (isReordered) add('choices-reordered', name);
    } else {
      if (gone.length > 0) add('choices-removed', name, gone);
      if (come.length > 0) add('choices-added', name, undefined, come);
    }
    const inGerman = german.map(({ fields }) => fields.find((field) => field.name === name));
    for (const part of ['label', 'hint', 'placeholder'] as const) {
      const texts = [
        { locale: 'en', was: one[part], is: other[part] },
        { locale: 'de', was: inGerman[0]?.[part], is: inGerman[1]?.[part] },
      ].filter(({ was: text, is: textNow }) => text !== textNow);
      const byLocale = (side: 'was' | 'is') =>
        Object.fromEntries(
          texts.flatMap(({ locale, [side]: text }) => (text === undefined ? [] : [[locale, text]])),
        );
      if (texts.length > 0) add(part, name, byLocale('was'), byLocale('is'));
    }
  }
  const drawn = (plan: Plan, other: Plan) =>
    plan.fields
      .map(({ name }) => name)
      .filter((name) =>
        [plan, other].every(({ fields }) =>
          fields.some((field) => field.name === name && field.visibility !== 'hidden'),
        ),
      )
      .join();
  if (drawn(before, after) !== drawn(after, before)) add('order');
  return found;
}
