import { describeGenerated } from './generated-cases.ts';

// graphql-cost.long.test.ts limits the cost of each.
describeGenerated({ cases: 400 });
