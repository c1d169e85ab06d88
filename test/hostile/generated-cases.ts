import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';
import type { RequestGenerator } from './generators/generator.ts';
import { graphqlRequests } from './generators/graphql.ts';
import { headerRequests } from './generators/headers.ts';
import { images } from './generators/images.ts';
import { multipartPosts } from './generators/multipart.ts';
import { sendRaw } from './support/raw.ts';

const generators: readonly RequestGenerator[] = [graphqlRequests, headerRequests, images, multipartPosts];

/** Returns the error lines of a log: refusals fill thousands of lines. */
const errorLines = (logged: string) => logged.split('\n').filter((line) => line.includes('"level":"error"'));

/**
 * Sends a server generated requests of every kind.
 * @param cases The total number of requests.
 */
export function describeGenerated({ cases }: { readonly cases: number }): void {
  describe('generated requests', () => {
    let server: RunningServer;
    beforeAll(async () => {
      server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
    });
    afterAll(() => server.stop());

    it.each(generators)('of the kind $name are answered briefly, and break nothing', async (generator) => {
      const numRuns = Math.ceil(cases / generators.length);
      await fc.assert(
        fc.asyncProperty(await generator.requests(server), async (request) => {
          const answer = await sendRaw(server.url, request);
          const shown = `${answer.status}, ${answer.bytes} bytes: ${answer.text.slice(0, 2000)}`;
          expect(generator.isDue(answer, request), shown).toBe(true);
        }),
        { numRuns, endOnFailure: true },
      );
      expect((await fetch(new URL('/readyz', server.url))).status).toBe(200);
      expect(errorLines(server.logged())).toEqual([]);
    });
  });
}
