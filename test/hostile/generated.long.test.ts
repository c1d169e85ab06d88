import { describeGenerated } from './generated-cases.ts';

describeGenerated({ cases: 2000 });
