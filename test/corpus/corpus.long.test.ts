import { listDrawnForms } from './corpus.ts';
import { describeChecks } from './corpus-checks.ts';

describeChecks(listDrawnForms());
