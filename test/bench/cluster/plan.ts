import { createSeededRandom } from '../../support/many-enquiries.ts';
import type { BenchOptions } from '../row.ts';

/** The sequence of failures, the same for the same seed. */
export interface FailurePlan {
  readonly seed: number;
  readonly rounds: readonly FailureRound[];
}

/** A number of enquiries with failures between them. */
export interface FailureRound {
  readonly sends: number;
  /**
   * The index of the killed server, and the number of acknowledged enquiries in this round after which it is
   * killed.
   */
  readonly killed: number;
  readonly killAfter: number;
  /** PostgreSQL also ends: by a restart, or by a crash as in a power cut. */
  readonly restart?: { readonly how: 'restarts' | 'dies'; readonly after: number };
}

/** Creates a plan, by default of 20 rounds with 2,000 enquiries, in five of which PostgreSQL ends. */
export function createFailurePlan({
  rounds = 20,
  sends = 2_000,
  restarts = 5,
  seed = Date.now() % 1_000_000,
}: BenchOptions): FailurePlan {
  const random = createSeededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const perRound = Math.ceil(sends / rounds);
  const amid = () => 1 + below(Math.ceil(perRound * 0.8));
  const every = restarts > 0 ? rounds / restarts : Number.POSITIVE_INFINITY;
  return {
    seed,
    rounds: Array.from({ length: rounds }, (_, at): FailureRound => {
      const nth = Math.floor(at / every);
      const isRestart = Math.floor((nth + 0.5) * every) === at;
      const how = nth % 2 === 0 ? 'restarts' : 'dies';
      return {
        sends: perRound,
        killed: below(3),
        killAfter: amid(),
        ...(isRestart && { restart: { how, after: amid() } }),
      };
    }),
  };
}
