import { describeDrawnParts } from './drawn-parts-cases.ts';

describeDrawnParts({ numRuns: 12, each: 6 });
