import { drawnForms } from './corpus.ts';
import { describeChecks } from './corpus-checks.ts';

describeChecks(drawnForms());
