import { listDrawnForms } from '../corpus/corpus.ts';
import { describeCorpus } from './corpus-cases.ts';

describeCorpus(listDrawnForms());
