import { drawnForms } from '../corpus/corpus.ts';
import { describeOneValue } from './one-value-cases.ts';

describeOneValue(drawnForms(), { stepsEach: 3, seed: 34 });
