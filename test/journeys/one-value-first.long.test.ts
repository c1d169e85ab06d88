import { drawnForms } from '../corpus/corpus.ts';
import { describeOneValue } from './one-value-cases.ts';

// Each third form: the whole corpus takes minutes.
describeOneValue(
  drawnForms().filter((_form, at) => at % 3 === 0),
  { stepsEach: 3, seed: 34 },
);
