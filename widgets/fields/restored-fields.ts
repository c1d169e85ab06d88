import { createContext } from 'react';
import type { ValuePath } from './pointer.ts';

/** The choice of a branch of `oneOf` or `anyOf` for one value. `branch` is its index. */
export interface ChosenBranch {
  readonly path: ValuePath;
  readonly branch: number;
  /** The entered values of branches that the visitor left, by the indices of the branches. */
  readonly left: Readonly<Record<string, unknown>>;
}

/** Choices of branches by the keys of `toBranchKey`. */
export type ChosenBranches = Readonly<Record<string, ChosenBranch>>;

/**
 * The choices that fields receive from outside, for example from a draft, and a count of the values that they
 * receive in this way.
 */
export interface RestoredFields {
  /** The number of times at which the value of a nested field was replaced from outside, by field name. */
  readonly revisions: Readonly<Record<string, number>>;
  readonly branches: ChosenBranches | undefined;
  /** The key of the enquiry type. */
  readonly typeKey: string;
}

export const RestoredFieldsContext = createContext<RestoredFields>({
  revisions: {},
  branches: undefined,
  typeKey: '',
});

/**
 * Returns the key of a choice. It contains the enquiry type, the pointer of the value and the branches, so
 * that a choice does not apply to other branches at the same pointer.
 * @param branches A hash of the schemas of the branches.
 */
export function toBranchKey(typeKey: string, pointer: string, branches: string): string {
  return `${typeKey} ${pointer} ${branches}`;
}
