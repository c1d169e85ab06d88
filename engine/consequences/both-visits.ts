import type { Example } from '../check/index.ts';
import { selectedOffices } from '../check/proof/openings.ts';
import { factsOf } from '../check/rules/part-watch.ts';
import { type AnswerAxis, type Answers, answersOf } from '../check/situations/answers.ts';
import {
  type Axis,
  countOfAxes,
  givenAxes,
  joined,
  mostNumerous,
  products,
  type RuleInputs,
  ruleInputsOf,
  type Words,
} from '../check/situations/axes.ts';
import { type NamedOffices, officeChoices } from '../check/situations/offices.ts';
import type { TypeSlice } from '../check/situations/type-slice.ts';
import { maxSituations, maxStates, TooManySituations } from '../check/situations/visits.ts';
import { type Kept, type Stop, TooManyStates, walk } from '../check/situations/walk.ts';
import type { FactValues } from '../conditions/condition.ts';
import { factsRead } from '../conditions/condition.ts';
import { fieldsDecidedBy } from '../effects.ts';
import { isSameId } from '../ids.ts';
import { isSameJson } from '../json-schema/values.ts';
import { typeField } from '../names.ts';
import { resolve } from '../resolve/resolve.ts';
import { examplesOf, type ScenarioDocument, situationOfWords } from '../scenarios/index.ts';
import type { Condition, EnquiryType, Form, FormType, Office, Plan, Values } from '../types.ts';
import { askedByBoth, type BothTypes, renamed } from './both-types.ts';

export interface BothVisit extends Stop {
  readonly before: Plan;
  readonly after: Plan;
  /** All offices that the situation may name. */
  readonly offices: NamedOffices;
}

/** The visits of one type, or of pages as they open. */
export interface BothVisits {
  /** Conditions about the visited answers, one for each value. */
  readonly answers: readonly Condition[];
  readonly visits: readonly BothVisit[];
  /** True if there were too many situations, so that answers were left out. */
  readonly isPartial: boolean;
  /**
   * Returns further visits that combine answers and pages which the walk does not combine. They help to
   * describe where a difference occurs. Complete if there are few combinations, else a sample.
   */
  readonly crossed: () => readonly BothVisit[];
  /** Returns a visit of each page with the given answers. */
  readonly answered: (entered: Values) => readonly BothVisit[];
}

/**
 * Visits every situation of a type that the rules of either version can distinguish, before anything else is
 * answered. If there are too many for the answers to be walked, visits the pages only.
 */
export function visitsOfType(both: BothTypes, document: ScenarioDocument): BothVisits {
  const { before, after } = both;
  const asked = askedByBoth(both);
  const [slice] = asked;
  const visit = (offices: NamedOffices, words: Words, unusual: number, kept: Kept = {}): BothVisit => {
    const named = { ...document, offices };
    const entered = { ...kept, ...words.entered };
    const situation = situationOfWords(slice.form, named, { ...words, entered });
    const plans = { before: resolve(before.form, situation), after: resolve(after.form, situation) };
    return { words, unusual, situation, problems: [], offices, ...plans };
  };
  const entry: EnquiryType = { id: after.type.id, name: after.type.key };
  const types = before.type.key === after.type.key ? [after.type.key] : [entry];
  const pages: BothVisit[] = [];
  for (const { words, unusual, offices } of pagesOf({
    slice,
    inputs: inputsOfBoth(asked),
    document,
    start: { types },
    forms: [before.form, after.form],
  }))
    pages.push(visit(offices, words, unusual));
  const answers = answersOfBoth(asked, document);
  const asking = answers.axes.flatMap(({ field, choices }) =>
    choices.flatMap(({ entered }) => askingFor(field, entered?.[field])),
  );
  const crossed = () =>
    answers.axes.length === 0
      ? []
      : crossings(pages, answers.axes).map(({ page, words, unusual }) => visit(page.offices, words, unusual));
  const answered = (entered: Values) =>
    pages.map(({ offices, words, unusual }) => visit(offices, { ...words, entered }, unusual + 1));
  for (const apart of ['each', 'any'] as const) {
    try {
      const walked: BothVisit[] = [];
      const walking = {
        pages,
        answers,
        apart,
        maxStates: maxStates[apart],
        plansOf: ({ before: one, after: other }: BothVisit) => [one, other],
        visit: (page: BothVisit, words: Words, unusual: number, kept: Kept) =>
          visit(page.offices, words, unusual, kept),
      };
      for (const seen of walk(walking)) {
        walked.push(seen);
        if (walked.length > mostWalked) throw new TooManyStates(walked.length, '');
      }
      return {
        visits: [...pages, ...walked],
        isPartial: apart === 'any',
        crossed,
        answered,
        answers: asking,
      };
    } catch (error) {
      if (!(error instanceof TooManyStates)) throw error;
    }
  }
  return { visits: pages, isPartial: true, crossed, answered, answers: asking };
}

/** Returns a condition that the field is answered and, for a text or number, one that it has this value. */
function askingFor(field: string, value: unknown): readonly Condition[] {
  const fact = { var: `values.${field}` };
  return typeof value === 'string' || typeof value === 'number' ? [fact, { '==': [fact, value] }] : [fact];
}

/**
 * Combines pages with answers: all combinations if there are few, else an evenly distributed sample, the same
 * on each call.
 */
function crossings(pages: readonly BothVisit[], axes: readonly AnswerAxis[]) {
  const sizes = [pages.length, ...axes.map(({ choices }) => choices.length)];
  const count = sizes.reduce((product, size) => product * size, 1);
  return Array.from({ length: Math.min(count, mostCrossed) }, (_, index) => {
    const digits = count <= mostCrossed ? digitsOf(index, sizes) : scattered(index, sizes);
    const [at = 0, ...chosen] = digits;
    const page = pages[at] as BothVisit;
    const words = axes.reduce(
      (said, { choices }, axis) => joined(said, choices[chosen[axis] ?? 0] ?? {}),
      page.words,
    );
    return { page, words, unusual: page.unusual + chosen.filter((digit) => digit > 0).length };
  });
}

/** A sample of this size is enough to describe where a difference occurs. */
const mostCrossed = 1_500;

/** Converts an index to digits in a mixed radix with the given sizes. */
function digitsOf(index: number, sizes: readonly number[]): readonly number[] {
  let left = index;
  return sizes.map((size) => {
    const digit = left % size;
    left = Math.floor(left / size);
    return digit;
  });
}

/** Multiples of irrational numbers, taken modulo 1, are evenly distributed. */
function scattered(index: number, sizes: readonly number[]): readonly number[] {
  return sizes.map((size, at) => {
    const root = Math.sqrt(primes[at % primes.length] ?? 2);
    return Math.floor((((index + 1 + at) * root) % 1) * size);
  });
}

const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

/** The maximum number of compared situations of one type. */
const mostWalked = 30_000;

/**
 * Visits every opening page that the rules of either version can distinguish. The pages list all types of
 * both versions.
 */
export function openingVisits(before: Form, after: Form, document: ScenarioDocument): BothVisits {
  const rules = [...before.rules.map(renamed), ...after.rules].filter(
    ({ then }) =>
      then.excludeTypes !== undefined ||
      then.preferTypes !== undefined ||
      then.hideSection !== undefined ||
      then.eligible !== undefined ||
      fieldsDecidedBy(then).includes(typeField),
  );
  const conditions = new Map(
    rules.flatMap(({ id, when }): readonly [string, Condition][] => (when === undefined ? [] : [[id, when]])),
  );
  const listed = [
    ...after.types,
    ...before.types.filter(({ id }) => !after.types.some((type) => isSameId(type.id, id))),
  ];
  const slice: TypeSlice = {
    type: { ...noType, id: '', key: '' },
    form: { ...after, types: listed, rules },
    conditions,
  };
  const preferring = rules.flatMap(({ then }) => factsRead(then.preferTypes));
  const own = ruleInputsOf(slice);
  const inputs = { ...own, facts: new Set([...own.facts, ...preferring]) };
  const offices = { ...document.offices, ...selectedOffices(slice.form) };
  const isSelectedAsked = ['page.selectedOffice', 'selectedOffice.services'].some((fact) =>
    inputs.facts.has(fact),
  );
  const selected = isSelectedAsked ? Object.keys(selectedOffices(slice.form)) : [];
  const opened = [before, after].map((form) => ({ ...form, hash: `${form.hash} without texts`, texts: {} }));
  const [one = before, other = after] = opened;
  const visits: BothVisit[] = [];
  for (const page of pagesOf({
    slice,
    inputs,
    document: { ...document, offices },
    start: { types: listed.map(({ id, key }) => ({ id, name: key })) },
    forms: opened,
    selected,
  })) {
    const { words, unusual } = page;
    const situation = situationOfWords(slice.form, { ...document, offices: page.offices }, words);
    const plans = { before: resolve(one, situation), after: resolve(other, situation) };
    visits.push({ words, unusual, situation, problems: [], offices: page.offices, ...plans });
  }
  return { visits, isPartial: false, crossed: () => [], answered: () => [], answers: [] };
}

const noType: Omit<FormType, 'id' | 'key'> = {
  schema: {},
  uiSchema: {},
  fields: [],
  submitLabel: '',
  links: [],
};

interface Paging {
  readonly slice: TypeSlice;
  readonly inputs: RuleInputs;
  readonly document: ScenarioDocument;
  readonly start: Words;
  readonly forms: readonly Form[];
  /** Names of further offices to preselect. */
  readonly selected?: readonly string[];
}

interface Page {
  readonly words: Words;
  readonly unusual: number;
  readonly offices: NamedOffices;
}

function* pagesOf({ slice, inputs, document, start, forms, selected = [] }: Paging): Generator<Page> {
  const axes = givenAxes(inputs, document.usual);
  if (countOfAxes(axes) > maxSituations) throw new TooManySituations(countOfAxes(axes), mostNumerous(axes));
  for (const given of products(axes, start)) {
    const choices = officeChoices({ slice, inputs, document, words: given.words, forms });
    if ('tooMany' in choices) throw new TooManySituations(choices.count, choices.tooMany);
    const preselected = [...choices.selected, ...selected.map((selectedOffice) => ({ selectedOffice }))];
    const officeAxes: readonly Axis[] = [
      { facts: 'offices', choices: choices.offices },
      { facts: 'page.selectedOffice', choices: preselected },
    ];
    for (const { words, unusual } of products(officeAxes, given.words, given.unusual))
      yield { words, unusual, offices: choices.known };
  }
}

function inputsOfBoth(slices: readonly TypeSlice[]): RuleInputs {
  const [first, ...others] = slices.map(ruleInputsOf);
  const all = [first, ...others].filter((inputs) => inputs !== undefined);
  return {
    conditions: first?.conditions ?? [],
    facts: new Set(all.flatMap(({ facts }) => [...facts])),
    optionSets: new Set(all.flatMap(({ optionSets }) => [...optionSets])),
  };
}

/**
 * Merges the answers that both versions distinguish: for each field the values of either, starting with no
 * answer.
 */
function answersOfBoth(slices: readonly TypeSlice[], document: ScenarioDocument): Answers {
  const all = slices.map((slice) => answersOf(slice, document.usual.today ?? ''));
  const fields = [...new Set(all.flatMap(({ axes }) => axes.map(({ field }) => field)))];
  const scopes = all.flatMap((answers) => answers.scopes);
  return {
    axes: fields.map((field) => axisOf(field, all, slices, document)),
    scopes: [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()],
    inputs: new Map(all.flatMap(({ inputs }) => [...inputs])),
  };
}

function axisOf(
  field: string,
  all: readonly Answers[],
  slices: readonly TypeSlice[],
  { usual, offices }: ScenarioDocument,
): AnswerAxis {
  const asked = all.flatMap(({ axes }) =>
    axes
      .filter((axis) => axis.field === field)
      .flatMap(({ choices }) => choices.map(({ entered }) => entered?.[field])),
  );
  const examples = slices.flatMap(({ type }) => examplesOf(type).map((example) => example[field]));
  // Rules do not name the values of choices that come from content, so that they are added here.
  const isChosen = slices.some(
    ({ type, form }) =>
      type.fields.some(({ name, optionSet }) => name === field && optionSet !== undefined) ||
      form.rules.some(({ then }) => then.options?.[field] !== undefined),
  );
  const { yachtModels = [], eventTitles = [], lists = {} } = usual;
  const listed = Object.values(lists).map(([first]) =>
    typeof first === 'string' || first === undefined ? first : (first.id ?? first.name),
  );
  const titles = typeof eventTitles === 'string' ? [] : eventTitles;
  const offered = isChosen
    ? [
        yachtModels[0],
        titles[0],
        'Open day',
        'A model',
        'An item',
        ...listed,
        ...Object.values(offices).map(({ id }) => id),
      ]
    : [];
  const values = [...asked, ...examples, ...offered].filter((value) => value !== undefined && value !== null);
  const distinct = values.filter((value, at) => values.findIndex((other) => isSameJson(other, value)) === at);
  return {
    field,
    facts: `values.${field}`,
    choices: [{}, ...distinct.map((value) => ({ entered: { [field]: value } }))],
  };
}

/** Returns the facts of a visit for conditions of both versions. The new version's facts take precedence. */
export function factsOfBoth({ situation, before, after }: BothVisit): FactValues {
  const [former, now] = [factsOf(situation, before), factsOf(situation, after)];
  return {
    ...now,
    values: { ...before.values, ...after.values },
    options: { ...Object(former.options), ...Object(now.options) },
  };
}

/** Returns a visit as a scenario's situation, with the offices that the document does not contain. */
export function exampleOf({ words, offices }: BothVisit, document: ScenarioDocument): Example {
  const named = [...(words.offices ?? []), words.selectedOffice].filter((name) => typeof name === 'string');
  const missing = named.flatMap((name): readonly (readonly [string, Office])[] => {
    const office = offices[name];
    return document.offices[name] === undefined && office ? [[name, office]] : [];
  });
  return { on: words, ...(missing.length > 0 && { offices: Object.fromEntries(missing) }) };
}
