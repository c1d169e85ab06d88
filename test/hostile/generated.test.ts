import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';
import type { Generator } from './generators/generator.ts';
import { graphqlRequests } from './generators/graphql.ts';
import { headerRequests } from './generators/headers.ts';
import { images } from './generators/images.ts';
import { multipartPosts } from './generators/multipart.ts';
import { cpuSeconds } from './support/costs.ts';
import { sendRaw } from './support/raw.ts';

const generators: readonly Generator[] = [graphqlRequests, headerRequests, images, multipartPosts];

/** All generators together. */
const cases = 2000;

/** What one case may cost the server, on the mean: processor time, so that a machine that is busy with other things changes nothing. */
const mostCpuSeconds = 0.05;

/** Of what a server wrote, the lines that name an error: what was refused fills thousands. */
const errorLines = (logged: string) => logged.split('\n').filter((line) => line.includes('"level":"error"'));

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_METRICS_PORT: '0' } });
});
afterAll(() => server.stop());

describe('generated requests', () => {
  it.each(generators)(
    'of the kind $name are answered, briefly and cheaply, and break nothing',
    async (generator) => {
      const numRuns = Math.ceil(cases / generators.length);
      const before = await cpuSeconds(server);
      await fc.assert(
        fc.asyncProperty(await generator.requests(server), async (request) => {
          const answer = await sendRaw(server.url, request);
          const shown = `${answer.status}, ${answer.bytes} bytes: ${answer.text.slice(0, 2000)}`;
          expect(generator.isDue(answer, request), shown).toBe(true);
        }),
        { numRuns, endOnFailure: true },
      );
      expect(((await cpuSeconds(server)) - before) / numRuns).toBeLessThan(mostCpuSeconds);
      expect((await fetch(new URL('/readyz', server.url))).status).toBe(200);
      expect(errorLines(server.logged())).toEqual([]);
    },
  );
});
