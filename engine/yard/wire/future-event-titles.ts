import type { Operation } from '../../model/wire/operations.ts';
import { domainArgument } from '../../model/wire/submit-operation.ts';

/** The query for the titles of a site's future events (docs/contract.md, "GraphQL"). */
export const futureEventTitlesOperation: Operation = {
  kind: 'query',
  name: 'getFutureEventTitles',
  args: [domainArgument],
  select: [],
};
