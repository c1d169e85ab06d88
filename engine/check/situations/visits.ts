import { resolve } from '../../resolve/resolve.ts';
import { type ScenarioDocument, situationOfWords } from '../../scenarios/index.ts';
import type { Plan, Problem, Situation } from '../../types.ts';
import { answersBeside, answersFor, decidingOf } from '../witness/branches.ts';
import { repaired } from '../witness/repair.ts';
import { answersOf } from './answers.ts';
import { countOfAxes, givenAxes, joined, mostNumerous, products, ruleInputsOf, type Words } from './axes.ts';
import { fillIn } from './fill-in.ts';
import { type NamedOffices, officeChoices } from './offices.ts';
import type { TypeSlice } from './type-slice.ts';
import { type Kept, TooManyStates, walk } from './walk.ts';

/** Returns the problems of a plan: `judgePlan` with the type's compiled schema and its conditions applied. */
export type JudgePlan = (plan: Plan) => readonly Problem[];

/** A visited situation, with the plan of a visitor who fills in the form's example. */
export interface Visit {
  readonly slice: TypeSlice;
  /** The situation in the terms of a scenario, as far as it is not the usual one. */
  readonly words: Words;
  /** The number of choices that are not the usual ones. Reports show the smallest situation. */
  readonly unusual: number;
  readonly situation: Situation;
  readonly plan: Plan;
  readonly problems: readonly Problem[];
  /** The problems of the example alone; other answers may be accepted. */
  readonly exampleProblems: readonly Problem[];
  /** Every office that the situation may name. */
  readonly offices: NamedOffices;
}

export interface Visiting {
  readonly slice: TypeSlice;
  readonly document: ScenarioDocument;
  readonly judge: JudgePlan;
}

/** The number of situations of one type that are visited at most. */
export const maxSituations = 100_000;

/**
 * The number of states at a time up to which a walk continues, by the way in which rules are distinguished.
 */
export const maxStates = { each: 1_000, any: 10_000 } as const;

export type Apart = keyof typeof maxStates;

/**
 * Visits every situation of a type that its rules can distinguish. With `any` it distinguishes fewer, but
 * enough to find every stuck visitor.
 * @throws TooManySituations
 */
export function* visits(visiting: Visiting, apart: Apart = 'each'): Generator<Visit> {
  const pages: Visit[] = [];
  for (const page of pagesOf(visiting)) {
    pages.push(page);
    yield page;
  }
  const { slice, document } = visiting;
  const answers = answersOf(slice, document.usual.today ?? '');
  const walking = {
    pages,
    answers,
    plansOf: ({ plan }: Visit) => [plan],
    apart,
    maxStates: maxStates[apart],
    visit: (page: Visit, words: Words, unusual: number, kept: Kept) =>
      visit(visiting, { ...document, offices: page.offices }, { words, unusual, kept }),
  };
  let count = pages.length;
  try {
    for (const seen of walk(walking)) {
      count += 1;
      if (count > maxSituations) throw new TooManySituations(count, mostNumerous(answers.axes));
      yield seen;
    }
    yield* branchVisits(visiting, pages);
  } catch (error) {
    if (error instanceof TooManyStates) throw new TooManySituations(error.count, mostNumerous(answers.axes));
    throw error;
  }
}

/**
 * Visits one situation for each branch of the schema, with answers that should lead to the branch, and others
 * found to go with them.
 */
function* branchVisits(visiting: Visiting, pages: readonly Visit[]): Generator<Visit> {
  const { slice, document } = visiting;
  const page = pages.find(({ plan }) => plan.isSectionShown);
  for (const branch of page === undefined ? [] : decidingOf(slice.type).branches) {
    const entered = answersFor(branch, slice.type);
    if (page === undefined || Object.keys(entered).length === 0) continue;
    const words = joined(page.words, { entered });
    const unusual = page.unusual + Object.keys(entered).length;
    yield visit(visiting, { ...document, offices: page.offices }, { words, unusual, kept: {} });
  }
}

/** Visits every page of a type that given facts and offices distinguish, answered as in the example. */
function* pagesOf(visiting: Visiting): Generator<Visit> {
  const { slice, document } = visiting;
  const inputs = ruleInputsOf(slice);
  const axes = givenAxes(inputs, document.usual);
  if (countOfAxes(axes) > maxSituations) throw new TooManySituations(countOfAxes(axes), mostNumerous(axes));
  for (const given of products(axes, { types: [slice.type.key] })) {
    const choices = officeChoices({ slice, inputs, document, words: given.words });
    if ('tooMany' in choices) throw new TooManySituations(choices.count, choices.tooMany);
    const known: ScenarioDocument = { ...document, offices: choices.known };
    const officeAxes = [
      { facts: 'offices', choices: choices.offices },
      { facts: 'page.selectedOffice', choices: choices.selected },
    ];
    for (const { words, unusual } of products(officeAxes, given.words, given.unusual))
      yield visit(visiting, known, { words, unusual, kept: {} });
  }
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

interface Going {
  readonly words: Words;
  readonly unusual: number;
  readonly kept: Kept;
}

function visit(
  { slice, judge }: Visiting,
  document: ScenarioDocument,
  { words, unusual, kept }: Going,
): Visit {
  const empty = situationOfWords(slice.form, document, words);
  let best: Pick<Visit, 'situation' | 'plan' | 'problems'> | undefined;
  for (const page of fillIn({ form: slice.form, situation: empty, fixed: { ...kept, ...words.entered } })) {
    const problems = page.plan.isSectionShown ? judge(page.plan) : [];
    if (best === undefined || problems.length < best.problems.length) best = { ...page, problems };
    if (problems.length === 0) break;
  }
  const start = best ?? { situation: empty, plan: resolve(slice.form, empty), problems: [] };
  const fixed = { ...kept, ...words.entered };
  let mended = repaired({ ...start, slice, judge, fixed });
  // A field that cannot be seen or changed is no matter of other answers: the stuck visitor must be reported.
  const isOtherTried = mended.problems.length > 0 && isAllAnswerable(mended);
  // Answers that rules read stay the same, because with others it would be another situation.
  const beside = { ...readByRules(slice, mended), ...fixed };
  for (const instead of isOtherTried ? answersBeside(beside, slice.type) : []) {
    const [page] = fillIn({ form: slice.form, situation: empty, fixed: beside, instead });
    if (page === undefined || !page.plan.isSectionShown) continue;
    const other = repaired({ ...page, problems: judge(page.plan), slice, judge, fixed: beside });
    if (other.problems.length < mended.problems.length) mended = other;
    if (other.problems.length === 0) break;
  }
  const exampleProblems = start.problems;
  return { slice, words, unusual, offices: document.offices, ...start, ...mended, exampleProblems };
}

/** Returns the answers that rules read; null for those that are missing. */
function readByRules(slice: TypeSlice, { plan }: Pick<Visit, 'plan'>): Visit['situation']['entered'] {
  const facts = [...ruleInputsOf(slice).facts].filter((fact) => fact.startsWith('values.'));
  const names = new Set(facts.map((fact) => fact.split('.')[1] ?? ''));
  const own = slice.type.fields.map(({ name }) => name).filter((name) => names.has(name));
  return Object.fromEntries(own.map((name) => [name, plan.values[name] ?? null]));
}

function isAllAnswerable({ plan, problems }: Pick<Visit, 'plan' | 'problems'>): boolean {
  return problems.every(({ field }) => {
    const found = plan.fields.find(({ name }) => name === (field.split('/')[0] ?? field));
    return found !== undefined && found.visibility === 'shown' && found.fixed === undefined;
  });
}
