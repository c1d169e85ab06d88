import { describeChanges } from './words-cases.ts';

describeChanges({ rules: 30, every: 16 });
