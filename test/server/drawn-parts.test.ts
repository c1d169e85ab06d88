import { describeCachedFragments } from './cached-fragments-cases.ts';

describeCachedFragments({ numRuns: 12, each: 6 });
