import type { Plan, Problem, Situation } from '../../model/types.ts';
import type { NamedItems } from '../../preset/check.ts';
import type { PartialSituation } from './axes.ts';
import type { TypeSlice } from './type-slice.ts';

/** A visited situation, with the plan of a visitor who fills in the form's example. */
export interface Visit {
  readonly slice: TypeSlice;
  /** The situation in the terms of a scenario, as far as it is not the usual one. */
  readonly words: PartialSituation;
  /** The number of choices that are not the usual ones. Reports show the smallest situation. */
  readonly unusual: number;
  readonly situation: Situation;
  readonly plan: Plan;
  /** The problems that remain after refused answers were corrected. */
  readonly problems: readonly Problem[];
  /** The problems of the example alone, before refused answers were corrected. */
  readonly exampleProblems: readonly Problem[];
  /** The items of the narrowed list that `words` may name: those of the document and generated ones. */
  readonly known: NamedItems;
}
