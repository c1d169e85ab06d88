import { drawnForms } from '../corpus/corpus.ts';
import { describeOneValue } from './one-value-cases.ts';

describeOneValue(drawnForms(), { stepsEach: 5, seed: 34 });
