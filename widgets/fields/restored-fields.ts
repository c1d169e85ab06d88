import { createContext } from 'react';
import type { Path } from './pointer.ts';

/** A visitor's choice among the branches of a value. */
export interface ChosenBranch {
  /** Where the value stands. */
  readonly path: Path;
  /** The index of the branch. */
  readonly branch: number;
  /** What was entered in branches that were left, by their indices. */
  readonly left: Readonly<Record<string, unknown>>;
}

/** Choices of branches by the keys that `branchKey` gives. */
export type ChosenBranches = Readonly<Record<string, ChosenBranch>>;

/** Values and choices that come to fields from elsewhere, for example from a draft. */
export interface RestoredFields {
  /** Counts by field name how often the value of a nested field was replaced by one that was not entered in it. */
  readonly revisions: Readonly<Record<string, number>>;
  /** The branches that were chosen. */
  readonly branches: ChosenBranches | undefined;
  /** The key of the enquiry type. */
  readonly typeKey: string;
}

export const RestoredContext = createContext<RestoredFields>({
  revisions: {},
  branches: undefined,
  typeKey: '',
});

/**
 * Returns the key of a choice: of the enquiry type, the place of the value, and what the branches are, so that a choice is none where
 * other branches stand at the same place.
 *
 * @param branches - a hash of their schemas.
 */
export function branchKey(typeKey: string, pointer: string, branches: string): string {
  return `${typeKey} ${pointer} ${branches}`;
}
