import { listDrawnForms } from '../corpus/corpus.ts';
import { describeCorpus } from './corpus-cases.ts';

// Each sixth of them; all of them in corpus.long.test.ts.
describeCorpus(listDrawnForms().filter((_form, at) => at % 6 === 0));
