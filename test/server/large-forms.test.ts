import { describeLargeForms } from './large-forms-cases.ts';

describeLargeForms({ fields: 400, choices: 5_000 });
