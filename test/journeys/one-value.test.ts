import { listDrawnForms } from '../corpus/corpus.ts';
import { describeOneValue } from './one-value-cases.ts';

// A form with defaults inside objects and lists. All others are in one-value-first.long.test.ts and the two
// beside it.
describeOneValue(
  listDrawnForms().filter(({ key }) => key === 'defaults'),
  { stepsEach: 1, seed: 34 },
);
