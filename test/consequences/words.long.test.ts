import { describeChanges } from './sentence-cases.ts';

describeChanges({ rules: 30, every: 16 });
