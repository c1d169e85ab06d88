import { describe, expect, it } from 'vitest';
import { createCostlyRequests } from './generators/costly-graphql.ts';
import { answerGraphql, longestAnswer } from './support/answer-graphql.ts';

// What they cost is measured in graphql-cost.long.test.ts.
describe('100 kB of GraphQL', () => {
  it.each(createCostlyRequests())('are answered briefly: $name', async ({ body }) => {
    const { bytes } = await answerGraphql(body);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(longestAnswer);
  });
});
