import { describeCachedFragments } from './drawn-parts-cases.ts';

describeCachedFragments({ numRuns: 60, each: 1 });
