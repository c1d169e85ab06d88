import { randomFrom } from '../../support/many-enquiries.ts';
import type { Told } from '../row.ts';

/** What happens, the same for the same seed. */
export interface Plan {
  readonly seed: number;
  readonly rounds: readonly Round[];
}

/** So many enquiries, amid which something breaks. */
export interface Round {
  readonly sends: number;
  /** Which server is killed, and once how many of the round's enquiries are acknowledged. */
  readonly killed: number;
  readonly killAfter: number;
  /** PostgreSQL ends as well: as an operator restarts it, or as by a power cut. */
  readonly restart?: { readonly how: 'restarts' | 'dies'; readonly after: number };
}

/** 20 rounds with 2,000 enquiries, in five of which PostgreSQL ends, unless told otherwise. */
export function planOf({
  rounds = 20,
  sends = 2_000,
  restarts = 5,
  seed = Date.now() % 1_000_000,
}: Told): Plan {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const perRound = Math.ceil(sends / rounds);
  const amid = () => 1 + below(Math.ceil(perRound * 0.8));
  const every = restarts > 0 ? rounds / restarts : Number.POSITIVE_INFINITY;
  return {
    seed,
    rounds: Array.from({ length: rounds }, (_, at): Round => {
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
