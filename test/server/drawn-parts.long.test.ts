import { describeCachedFragments } from './cached-fragments-cases.ts';

describeCachedFragments({ numRuns: 60, each: 1 });
