import { resolve } from '../../resolve/resolve.ts';
import { type ScenarioDocument, situationOfWords } from '../../scenarios/index.ts';
import type { Plan, Problem, Situation } from '../../types.ts';
import {
  countOfAxes,
  givenAxes,
  mostNumerous,
  products,
  ruleInputsOf,
  valueGroups,
  type Words,
} from './axes.ts';
import { fillIn } from './fill-in.ts';
import { type NamedOffices, officeChoices } from './offices.ts';
import type { TypeSlice } from './type-slice.ts';

/** What a plan still lacks before it can be sent: `judge` over the type's compiled schema, its conditions applied. */
export type JudgePlan = (plan: Plan) => readonly Problem[];

/** One situation that was visited, with the plan that it gives to a visitor who fills in what the form's example fills in. */
export interface Visit {
  readonly slice: TypeSlice;
  /** The situation in the words of a scenario, as far as it is not as usual. */
  readonly words: Words;
  /** How many things are not as usual: the smallest situation is the one to show. */
  readonly unusual: number;
  readonly situation: Situation;
  readonly plan: Plan;
  /** What keeps the visitor from sending. */
  readonly problems: readonly Problem[];
  /** Every office that the words may name. */
  readonly offices: NamedOffices;
}

/** What visiting takes. */
export interface Visiting {
  readonly slice: TypeSlice;
  readonly document: ScenarioDocument;
  readonly judge: JudgePlan;
}

/** More situations of one type than this are not visited. */
export const maxSituations = 100_000;

/** How many situations a type has that its rules tell apart, and what makes them so many; offices apart. */
export interface Extent {
  readonly count: number;
  /** `values.colour (9)`, the most numerous first. */
  readonly facts: readonly string[];
}

/** How far the situations of a type reach, before any is visited. */
export function extentOf({ slice, document }: Pick<Visiting, 'slice' | 'document'>): Extent {
  const given = givenAxes(ruleInputsOf(slice), document.usual);
  const groups = valueGroups(slice);
  const perGiven = groups.reduce((sum, axes) => sum + countOfAxes(axes), 0);
  return {
    count: countOfAxes(given) * Math.max(1, perGiven),
    facts: mostNumerous([...given, ...groups.flat()]),
  };
}

/** Visits every situation of a type that its rules can tell apart. Throws `TooManyOffices` where conditions on offices do. */
export function* visits(visiting: Visiting): Generator<Visit> {
  const { slice, document } = visiting;
  const inputs = ruleInputsOf(slice);
  const groups = valueGroups(slice);
  for (const given of products(givenAxes(inputs, document.usual), { types: [slice.type.key] })) {
    const choices = officeChoices({ slice, inputs, document, words: given.words });
    if ('tooMany' in choices) throw new TooManyOffices(choices.count, choices.tooMany);
    const known: ScenarioDocument = { ...document, offices: choices.known };
    const officeAxes = [
      { facts: 'offices', choices: choices.offices },
      { facts: 'page.selectedOffice', choices: choices.selected },
    ];
    for (const page of products(officeAxes, given.words, given.unusual)) {
      for (const [index, group] of (groups.length === 0 ? [[]] : groups).entries()) {
        for (const { words, unusual } of products(group, page.words, page.unusual)) {
          // Every group has the situation in which all values are as usual: once is enough.
          if (index > 0 && unusual === page.unusual) continue;
          yield visit(visiting, known, words, unusual);
        }
      }
    }
  }
}

/** Conditions on offices tell more kinds apart than are tried. */
export class TooManyOffices extends Error {
  readonly count: number;
  /** `office.services (32)`, the most numerous first. */
  readonly facts: readonly string[];
  constructor(count: number, facts: readonly string[]) {
    super(`Cannot try every kind of office: there are ${count}`);
    this.count = count;
    this.facts = facts;
  }
}

function visit({ slice, judge }: Visiting, document: ScenarioDocument, words: Words, unusual: number): Visit {
  const empty = situationOfWords(slice.form, document, words);
  let best: Pick<Visit, 'situation' | 'plan' | 'problems'> | undefined;
  for (const page of fillIn({ form: slice.form, situation: empty, fixed: words.entered ?? {} })) {
    const problems = page.plan.isSectionShown ? judge(page.plan) : [];
    if (best === undefined || problems.length < best.problems.length) best = { ...page, problems };
    if (problems.length === 0) break;
  }
  const start = best ?? { situation: empty, plan: resolve(slice.form, empty), problems: [] };
  return { slice, words, unusual, offices: document.offices, ...start };
}
