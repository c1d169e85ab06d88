import { describeCachedFragments } from './drawn-parts-cases.ts';

describeCachedFragments({ numRuns: 12, each: 6 });
