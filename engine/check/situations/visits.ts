import type { Plan, Problem } from '../../model/types.ts';
import { findListChoices, type ListInput } from '../../preset/check.ts';
import { getItems, replaceItems } from '../../preset/scenarios.ts';
import { resolve } from '../../resolve/resolve.ts';
import { findBranchAnswers, findOtherAnswers, getSchemaDecisions } from '../examples/branches.ts';
import { repairAnswers } from '../examples/repair.ts';
import { type ScenarioDocument, toScenarioSituation } from '../scenarios/index.ts';
import { findDecidingAnswers } from './answers.ts';
import {
  buildGivenAxes,
  countCombinations,
  generateCombinations,
  getRuleInputs,
  listLargestAxes,
  mergeSituations,
  type PartialSituation,
} from './axes.ts';
import { generateFilledPages } from './fill-in.ts';
import type { TypeSlice } from './type-slice.ts';
import type { Visit } from './visit.ts';
import { type FixedAnswers, TooManyStates, walkAnswers } from './walk.ts';

/** Returns the problems of a plan: `judgePlan` with the type's compiled schema and its conditions applied. */
export type JudgePlan = (plan: Plan) => readonly Problem[];

export interface VisitInput {
  readonly slice: TypeSlice;
  readonly document: ScenarioDocument;
  readonly judge: JudgePlan;
}

/** The number of situations of a type up to which all are visited. */
export const maxSituations = 100_000;

/**
 * The number of states at a time up to which a walk continues, by the way in which rules are distinguished.
 */
export const maxStates = { each: 1_000, any: 10_000 } as const;

/** The way in which a walk distinguishes rules; see `apart` of `WalkInput`. */
export type RuleDistinction = keyof typeof maxStates;

/**
 * Visits every situation of a type that its rules can distinguish: first the pages with the answers of the
 * example, then other answers. With `any` it distinguishes fewer, but enough to find every stuck visitor.
 * @throws TooManySituations, also after some situations were visited.
 */
export function* generateVisits(input: VisitInput, distinction: RuleDistinction = 'each'): Generator<Visit> {
  const pages: Visit[] = [];
  for (const page of generatePages(input)) {
    pages.push(page);
    yield page;
  }
  const { slice, document } = input;
  const answers = findDecidingAnswers(slice, document.usual.today ?? '');
  const walking = {
    pages,
    answers,
    getPlans: ({ plan }: Visit) => [plan],
    apart: distinction,
    maxStates: maxStates[distinction],
    visit: (page: Visit, words: PartialSituation, unusual: number, earlierAnswers: FixedAnswers) =>
      visitSituation(input, replaceItems(document, page.known), { words, unusual, earlierAnswers }),
  };
  let count = pages.length;
  try {
    for (const seen of walkAnswers(walking)) {
      count += 1;
      if (count > maxSituations) throw new TooManySituations(count, listLargestAxes(answers.axes));
      yield seen;
    }
    yield* generateBranchVisits(input, pages);
  } catch (error) {
    if (error instanceof TooManyStates)
      throw new TooManySituations(error.count, listLargestAxes(answers.axes));
    throw error;
  }
}

/**
 * Visits one situation for each branch of the schema, on the first page that shows the form, with answers
 * that should lead to the branch. Visits none if no page shows it; branches without such answers are left
 * out.
 */
function* generateBranchVisits(input: VisitInput, pages: readonly Visit[]): Generator<Visit> {
  const { slice, document } = input;
  const page = pages.find(({ plan }) => plan.isSectionShown);
  for (const branch of page === undefined ? [] : getSchemaDecisions(slice.type).branches) {
    const entered = findBranchAnswers(branch, slice.type);
    if (page === undefined || Object.keys(entered).length === 0) continue;
    const words = mergeSituations(page.words, { entered });
    const unusual = page.unusual + Object.keys(entered).length;
    yield visitSituation(input, replaceItems(document, page.known), { words, unusual, earlierAnswers: {} });
  }
}

/**
 * Visits a type once for each combination of page facts and narrowed lists that its rules can distinguish,
 * with the answers of the example.
 */
function* generatePages(input: VisitInput): Generator<Visit> {
  const { slice, document } = input;
  const inputs = getRuleInputs(slice);
  const axes = buildGivenAxes(inputs, document.usual);
  if (countCombinations(axes) > maxSituations)
    throw new TooManySituations(countCombinations(axes), listLargestAxes(axes));
  for (const given of generateCombinations(axes, { types: [slice.type.key] })) {
    const choices = findListChoices({ ...toListInput(slice, document, given.words), inputs });
    if ('tooMany' in choices) throw new TooManySituations(choices.count, choices.tooMany);
    const known = replaceItems(document, choices.known);
    for (const { words, unusual } of generateCombinations(choices.axes, given.words, given.unusual))
      yield visitSituation(input, known, { words, unusual, earlierAnswers: {} });
  }
}

/**
 * Returns the input for the choices of the narrowed list on a page of a type.
 * @param words The page in the terms of a scenario.
 */
export function toListInput(
  slice: TypeSlice,
  document: ScenarioDocument,
  words: PartialSituation,
): Omit<ListInput, 'inputs'> {
  return {
    form: slice.form,
    typeKey: slice.type.key,
    document,
    page: { ...document.usual, ...words },
    toSituation: (items, changes) =>
      toScenarioSituation(slice.form, replaceItems(document, items), { ...words, ...changes }),
  };
}

/** Thrown if the rules distinguish more situations than are visited. */
export class TooManySituations extends Error {
  readonly count: number;
  /** `values.colour (9)`, the axis with the most choices first. */
  readonly facts: readonly string[];
  constructor(count: number, facts: readonly string[]) {
    super(`Cannot visit every situation: there are ${count}`);
    this.count = count;
    this.facts = facts;
  }
}

/**
 * A situation to visit. The answers in `words` and `earlierAnswers` remain; those in `words` have precedence.
 */
interface VisitOptions {
  readonly words: PartialSituation;
  readonly unusual: number;
  readonly earlierAnswers: FixedAnswers;
}

/**
 * Fills in the form in a situation, and corrects answers that are refused, except those that define the
 * situation. Returns the attempt with the fewest problems; there are none if the section is hidden, and on a
 * day before the usual one.
 */
function visitSituation(
  { slice, judge: judgeAnswers }: VisitInput,
  document: ScenarioDocument,
  { words, unusual, earlierAnswers }: VisitOptions,
): Visit {
  // Nobody fills in a form on a day that is over: a rule about it, as of a form that has closed, is no mistake.
  const isOver = words.today !== undefined && words.today < (document.usual.today ?? '');
  const judge: JudgePlan = isOver ? () => [] : judgeAnswers;
  const empty = toScenarioSituation(slice.form, document, words);
  let best: Pick<Visit, 'situation' | 'plan' | 'problems'> | undefined;
  for (const page of generateFilledPages({
    form: slice.form,
    situation: empty,
    fixed: { ...earlierAnswers, ...words.entered },
  })) {
    const problems = page.plan.isSectionShown ? judge(page.plan) : [];
    if (best === undefined || problems.length < best.problems.length) best = { ...page, problems };
    if (problems.length === 0) break;
  }
  const start = best ?? { situation: empty, plan: resolve(slice.form, empty), problems: [] };
  const fixed = { ...earlierAnswers, ...words.entered };
  let corrected = repairAnswers({ ...start, slice, judge, givenAnswers: fixed });
  // If a refused field cannot be seen or changed, the visitor is stuck. Other answers must not hide that.
  const isOtherWorthTrying = corrected.problems.length > 0 && canAnswerRefusedFields(corrected);
  // Answers that rules read must not change, because that would be another situation.
  const beside = { ...getAnswersRead(slice, corrected), ...fixed };
  for (const instead of isOtherWorthTrying ? findOtherAnswers(beside, slice.type) : []) {
    const [page] = generateFilledPages({ form: slice.form, situation: empty, fixed: beside, instead });
    if (page === undefined || !page.plan.isSectionShown) continue;
    const other = repairAnswers({ ...page, problems: judge(page.plan), slice, judge, givenAnswers: beside });
    if (other.problems.length < corrected.problems.length) corrected = other;
    if (other.problems.length === 0) break;
  }
  const exampleProblems = start.problems;
  return { slice, words, unusual, known: getItems(document), ...start, ...corrected, exampleProblems };
}

/** Returns the answers of a plan that rules read; null for those that are missing. */
function getAnswersRead(slice: TypeSlice, { plan }: Pick<Visit, 'plan'>): Visit['situation']['entered'] {
  const facts = [...getRuleInputs(slice).facts].filter((fact) => fact.startsWith('values.'));
  const names = new Set(facts.map((fact) => fact.split('.')[1] ?? ''));
  const own = slice.type.fields.map(({ name }) => name).filter((name) => names.has(name));
  return Object.fromEntries(own.map((name) => [name, plan.values[name] ?? null]));
}

/**
 * Returns true if the visitor can see and change every field that has a problem; also if there are no
 * problems.
 */
function canAnswerRefusedFields({ plan, problems }: Pick<Visit, 'plan' | 'problems'>): boolean {
  return problems.every(({ field }) => {
    const found = plan.fields.find(({ name }) => name === (field.split('/')[0] ?? field));
    return found !== undefined && found.visibility === 'shown' && found.fixed === undefined;
  });
}
