import { drawnForms } from '../corpus/corpus.ts';
import { describeCorpus } from './corpus-cases.ts';

describeCorpus(drawnForms());
