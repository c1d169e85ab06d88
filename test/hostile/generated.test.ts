import { describeGenerated } from './generated-cases.ts';

// What each costs is held in graphql-cost.long.test.ts.
describeGenerated({ cases: 400 });
