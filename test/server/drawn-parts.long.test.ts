import { describeDrawnParts } from './drawn-parts-cases.ts';

describeDrawnParts({ numRuns: 60, each: 1 });
