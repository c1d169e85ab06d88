import type { ExampleSituation } from '../check/index.ts';
import { createOpeningPreselections } from '../check/proof/openings.ts';
import { getPlanFacts } from '../check/rules/part-log.ts';
import { getExamples, type ScenarioDocument, toScenarioSituation } from '../check/scenarios/index.ts';
import { type AnswerAxis, type DecidingAnswers, findDecidingAnswers } from '../check/situations/answers.ts';
import {
  buildGivenAxes,
  countCombinations,
  generateCombinations,
  getRuleInputs,
  listLargestAxes,
  mergeSituations,
  type PartialSituation,
  type RuleInputs,
} from '../check/situations/axes.ts';
import type { TypeSlice } from '../check/situations/type-slice.ts';
import { maxSituations, maxStates, TooManySituations, toListInput } from '../check/situations/visits.ts';
import {
  type FixedAnswers,
  TooManyStates,
  type WalkedSituation,
  walkAnswers,
} from '../check/situations/walk.ts';
import type { FactValues } from '../conditions/condition.ts';
import { listFactsRead } from '../conditions/condition.ts';
import { isSameJson } from '../json-schema/values.ts';
import { listAffectedFields } from '../model/effects.ts';
import { isSameId } from '../model/ids.ts';
import { typeField } from '../model/names.ts';
import type { Condition, EnquiryType, Form, FormType, Plan, Values } from '../model/types.ts';
import {
  addItems,
  findListChoices,
  listOfferedValues,
  type NamedItems,
  pickMissingItems,
  readsPreselection,
  replaceItems,
} from '../preset/check.ts';
import { resolve } from '../resolve/resolve.ts';
import { mergeTypeSlices, renameFormerRule, type TypePair } from './type-pairs.ts';

/** A situation with the plans of both versions in it. `problems` is always empty. */
export interface ComparedVisit extends WalkedSituation {
  readonly before: Plan;
  readonly after: Plan;
  readonly known: NamedItems;
}

/** The visits of one type, or of pages as they open. */
export interface ComparedVisits {
  /** Conditions about the visited answers, one for each value. */
  readonly answers: readonly Condition[];
  readonly visits: readonly ComparedVisit[];
  /** True if there were too many situations, so that answers were left out. */
  readonly isPartial: boolean;
  /**
   * Returns further visits that combine answers and pages which the walk does not combine. They help to
   * describe where a difference occurs. Complete if there are few combinations, else a sample. Empty if no
   * answer decides anything.
   */
  readonly visitCombinations: () => readonly ComparedVisit[];
  /** Returns one visit for each page, with these answers entered. */
  readonly visitWithAnswers: (entered: Values) => readonly ComparedVisit[];
}

/**
 * Resolves both versions of a type in every situation that the rules of either version can distinguish. If
 * there are too many answers, it combines fewer of them; if these are still too many, it visits the pages
 * without answers. Both make the result partial (`isPartial`).
 * @throws TooManySituations if there are too many pages.
 */
export function visitType(both: TypePair, document: ScenarioDocument): ComparedVisits {
  const { before, after } = both;
  const asked = mergeTypeSlices(both);
  const [slice] = asked;
  /**
   * Resolves both versions in one situation. `unusual` is the number of its values that are not the usual
   * ones. `fixedAnswers` are used for fields that the situation does not answer.
   */
  const resolveVisit = (
    known: NamedItems,
    partialSituation: PartialSituation,
    unusual: number,
    fixedAnswers: FixedAnswers = {},
  ): ComparedVisit => {
    const named = replaceItems(document, known);
    const entered = { ...fixedAnswers, ...partialSituation.entered };
    const situation = toScenarioSituation(slice.form, named, { ...partialSituation, entered });
    const plans = { before: resolve(before.form, situation), after: resolve(after.form, situation) };
    return { words: partialSituation, unusual, situation, problems: [], known, ...plans };
  };
  const entry: EnquiryType = { id: after.type.id, name: after.type.key };
  const types = before.type.key === after.type.key ? [after.type.key] : [entry];
  const pages: ComparedVisit[] = [];
  for (const { words, unusual, known } of generatePages({
    slice,
    inputs: mergeRuleInputs(asked),
    document,
    start: { types },
    forms: [before.form, after.form],
  }))
    pages.push(resolveVisit(known, words, unusual));
  const answers = mergeAnswers(asked, document);
  const asking = answers.axes.flatMap(({ field, choices }) =>
    choices.flatMap(({ entered }) => createAnswerConditions(field, entered?.[field])),
  );
  const visitCombinations = () =>
    answers.axes.length === 0
      ? []
      : combinePagesAndAnswers(pages, answers.axes).map(({ page, words, unusual }) =>
          resolveVisit(page.known, words, unusual),
        );
  const visitWithAnswers = (entered: Values) =>
    pages.map(({ known, words, unusual }) => resolveVisit(known, { ...words, entered }, unusual + 1));
  for (const apart of ['each', 'any'] as const) {
    try {
      const walked: ComparedVisit[] = [];
      const walking = {
        pages,
        answers,
        apart,
        maxStates: maxStates[apart],
        getPlans: ({ before: one, after: other }: ComparedVisit) => [one, other],
        visit: (page: ComparedVisit, words: PartialSituation, unusual: number, fixedAnswers: FixedAnswers) =>
          resolveVisit(page.known, words, unusual, fixedAnswers),
      };
      for (const seen of walkAnswers(walking)) {
        walked.push(seen);
        if (walked.length > maxWalked) throw new TooManyStates(walked.length, '');
      }
      return {
        visits: [...pages, ...walked],
        isPartial: apart === 'any',
        visitCombinations,
        visitWithAnswers,
        answers: asking,
      };
    } catch (error) {
      if (!(error instanceof TooManyStates)) throw error;
    }
  }
  return {
    visits: pages,
    isPartial: true,
    visitCombinations,
    visitWithAnswers,
    answers: asking,
  };
}

/**
 * Returns the condition that a field is answered. For a text or number it also returns the condition that the
 * field has this value.
 */
function createAnswerConditions(field: string, value: unknown): readonly Condition[] {
  const fact = { var: `values.${field}` };
  return typeof value === 'string' || typeof value === 'number' ? [fact, { '==': [fact, value] }] : [fact];
}

/**
 * Returns combinations of pages and answers, each as the page, the situation and its number of unusual
 * values: all if there are few, else an evenly distributed sample, the same on each call.
 */
function combinePagesAndAnswers(pages: readonly ComparedVisit[], axes: readonly AnswerAxis[]) {
  const sizes = [pages.length, ...axes.map(({ choices }) => choices.length)];
  const count = sizes.reduce((product, size) => product * size, 1);
  return Array.from({ length: Math.min(count, maxCombined) }, (_, index) => {
    const digits = count <= maxCombined ? toDigits(index, sizes) : pickSampleDigits(index, sizes);
    const [at = 0, ...chosen] = digits;
    const page = pages[at] as ComparedVisit;
    const words = axes.reduce(
      (merged, { choices }, axis) => mergeSituations(merged, choices[chosen[axis] ?? 0] ?? {}),
      page.words,
    );
    return { page, words, unusual: page.unusual + chosen.filter((digit) => digit > 0).length };
  });
}

/** A sample of this size is enough to describe where a difference occurs. */
const maxCombined = 1_500;

/**
 * Converts an index to digits in a mixed radix with the given sizes, lowest first:
 * `toDigits(5, [2, 3]) // [1, 2]`.
 */
function toDigits(index: number, sizes: readonly number[]): readonly number[] {
  let left = index;
  return sizes.map((size) => {
    const digit = left % size;
    left = Math.floor(left / size);
    return digit;
  });
}

/**
 * Returns one number below each size, so that consecutive indexes give an evenly distributed sample:
 * multiples of irrational numbers, taken modulo 1, are evenly distributed.
 */
function pickSampleDigits(index: number, sizes: readonly number[]): readonly number[] {
  return sizes.map((size, at) => {
    const root = Math.sqrt(primes[at % primes.length] ?? 2);
    return Math.floor((((index + 1 + at) * root) % 1) * size);
  });
}

const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

/** The maximum number of compared situations of one type. */
const maxWalked = 30_000;

/**
 * Resolves both versions, without texts, on pages as they open: every page that rules about types, the type
 * field, the section or eligible items can distinguish. Other rules apply, but add no pages. The pages list
 * all types of both versions. The result has no answers and no further visits.
 * @throws TooManySituations if there are too many pages.
 */
export function visitOpenings(before: Form, after: Form, document: ScenarioDocument): ComparedVisits {
  const rules = [...before.rules.map(renameFormerRule), ...after.rules].filter(
    ({ then }) =>
      then.excludeTypes !== undefined ||
      then.preferTypes !== undefined ||
      then.hideSection !== undefined ||
      then.eligible !== undefined ||
      listAffectedFields(then).includes(typeField),
  );
  const conditions = new Map(
    rules.flatMap(({ id, when }): readonly [string, Condition][] => (when === undefined ? [] : [[id, when]])),
  );
  const listed = [
    ...after.types,
    ...before.types.filter(({ id }) => !after.types.some((type) => isSameId(type.id, id))),
  ];
  const slice: TypeSlice = {
    type: { ...emptyType, id: '', key: '' },
    form: { ...after, types: listed, rules },
    conditions,
  };
  const preferring = rules.flatMap(({ then }) => listFactsRead(then.preferTypes));
  const own = getRuleInputs(slice);
  const inputs = { ...own, facts: new Set([...own.facts, ...preferring]) };
  const preselections = createOpeningPreselections(slice.form);
  const alsoPreselected = readsPreselection(inputs) ? Object.keys(preselections) : [];
  const opened = [before, after].map((form) => ({ ...form, hash: `${form.hash} without texts`, texts: {} }));
  const [one = before, other = after] = opened;
  const visits: ComparedVisit[] = [];
  for (const page of generatePages({
    slice,
    inputs,
    document: addItems(document, preselections),
    start: { types: listed.map(({ id, key }) => ({ id, name: key })) },
    forms: opened,
    alsoPreselected,
  })) {
    const { words, unusual, known } = page;
    const situation = toScenarioSituation(slice.form, replaceItems(document, known), words);
    const plans = { before: resolve(one, situation), after: resolve(other, situation) };
    visits.push({ words, unusual, situation, problems: [], known, ...plans });
  }
  return { visits, isPartial: false, visitCombinations: () => [], visitWithAnswers: () => [], answers: [] };
}

const emptyType: Omit<FormType, 'id' | 'key'> = {
  schema: {},
  uiSchema: {},
  fields: [],
  submitLabel: '',
  links: [],
};

interface PageOptions {
  readonly slice: TypeSlice;
  readonly inputs: RuleInputs;
  readonly document: ScenarioDocument;
  /** The values that all pages have. */
  readonly start: PartialSituation;
  readonly forms: readonly Form[];
  /** Names of further items of the narrowed list to preselect. */
  readonly alsoPreselected?: readonly string[];
}

/** A page before it is resolved. */
interface VisitedPage {
  readonly words: PartialSituation;
  /** The number of values that are not the usual ones. */
  readonly unusual: number;
  readonly known: NamedItems;
}

/**
 * Yields every page that the rules can distinguish, with its narrowed list and the preselected item.
 * @throws TooManySituations if there are too many.
 */
function* generatePages({
  slice,
  inputs,
  document,
  start,
  forms,
  alsoPreselected = [],
}: PageOptions): Generator<VisitedPage> {
  const axes = buildGivenAxes(inputs, document.usual);
  if (countCombinations(axes) > maxSituations)
    throw new TooManySituations(countCombinations(axes), listLargestAxes(axes));
  for (const given of generateCombinations(axes, start)) {
    const listInput = toListInput(slice, document, given.words);
    const choices = findListChoices({ ...listInput, inputs, forms, alsoPreselected });
    if ('tooMany' in choices) throw new TooManySituations(choices.count, choices.tooMany);
    for (const { words, unusual } of generateCombinations(choices.axes, given.words, given.unusual))
      yield { words, unusual, known: choices.known };
  }
}

/**
 * Returns the facts and option sets that the rules of any slice read. The conditions are those of the first
 * slice only.
 */
function mergeRuleInputs(slices: readonly TypeSlice[]): RuleInputs {
  const [first, ...others] = slices.map(getRuleInputs);
  const all = [first, ...others].filter((inputs) => inputs !== undefined);
  return {
    conditions: first?.conditions ?? [],
    facts: new Set(all.flatMap(({ facts }) => [...facts])),
    optionSets: new Set(all.flatMap(({ optionSets }) => [...optionSets])),
  };
}

/** Returns the answers that the rules of either version can distinguish, by field; the first is no answer. */
function mergeAnswers(slices: readonly TypeSlice[], document: ScenarioDocument): DecidingAnswers {
  const all = slices.map((slice) => findDecidingAnswers(slice, document.usual.today ?? ''));
  const fields = [...new Set(all.flatMap(({ axes }) => axes.map(({ field }) => field)))];
  const scopes = all.flatMap((answers) => answers.groups);
  return {
    axes: fields.map((field) => mergeAnswerAxis(field, all, slices, document)),
    groups: [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()],
    inputs: new Map(all.flatMap(({ inputs }) => [...inputs])),
  };
}

/**
 * Returns the answers to one field, each once: none, those that the rules of either version can distinguish,
 * those in examples, and, for a field with an option set, some options that content may offer.
 */
function mergeAnswerAxis(
  field: string,
  all: readonly DecidingAnswers[],
  slices: readonly TypeSlice[],
  document: ScenarioDocument,
): AnswerAxis {
  const asked = all.flatMap(({ axes }) =>
    axes
      .filter((axis) => axis.field === field)
      .flatMap(({ choices }) => choices.map(({ entered }) => entered?.[field])),
  );
  const examples = slices.flatMap(({ type }) => getExamples(type).map((example) => example[field]));
  // Rules do not name the values of choices that come from content, so that they are added here.
  const isChosen = slices.some(
    ({ type, form }) =>
      type.fields.some(({ name, optionSet }) => name === field && optionSet !== undefined) ||
      form.rules.some(({ then }) => then.options?.[field] !== undefined),
  );
  const { usual } = document;
  const listed = Object.values(usual.lists ?? {}).map(([first]) =>
    typeof first === 'string' || first === undefined ? first : (first.id ?? first.name),
  );
  const { ofContent, ofItems } = listOfferedValues(usual, document);
  const offered = isChosen ? [...ofContent, 'An item', ...listed, ...ofItems] : [];
  const values = [...asked, ...examples, ...offered].filter((value) => value !== undefined && value !== null);
  const distinct = values.filter((value, at) => values.findIndex((other) => isSameJson(other, value)) === at);
  return {
    field,
    facts: `values.${field}`,
    choices: [{}, ...distinct.map((value) => ({ entered: { [field]: value } }))],
  };
}

/**
 * Returns the facts of a visit for conditions of both versions: values and options of both, all other facts
 * of the new one. Of values and options that both have, the new version's are used.
 */
export function mergeFacts({ situation, before, after }: ComparedVisit): FactValues {
  const [former, now] = [getPlanFacts(situation, before), getPlanFacts(situation, after)];
  return {
    ...now,
    values: { ...before.values, ...after.values },
    options: { ...Object(former.options), ...Object(now.options) },
  };
}

/**
 * Returns a visit as a scenario's situation, with the items of the narrowed list that the document does not
 * contain.
 */
export function createVisitExample(
  { words, known }: ComparedVisit,
  document: ScenarioDocument,
): ExampleSituation {
  return { on: words, ...pickMissingItems(words, { known, document }) };
}
