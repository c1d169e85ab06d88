import type { Consequence } from './consequence.ts';

/** Receives what a comparison has found so far, and can stop it. */
export interface ComparisonProgress {
  /** @throws OutOfTime if the comparison has to stop. Called before each situation is resolved. */
  readonly requireTime: () => void;
  /** Called with consequences as soon as they are found, before those of several types are merged. */
  readonly record: (found: readonly Consequence[]) => void;
}

/** Thrown if a comparison has no time left. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}
