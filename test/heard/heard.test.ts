import { describe, inject, test } from 'vitest';
import { foreignContent, foreignDocuments } from '../charter/foreign-enquiries.ts';
import { startServer } from '../support/server.ts';
import { openDesk } from './desk.ts';
import { journeys } from './journey.ts';
import { type Outcome, play, transcriptOf } from './play.ts';

const env = { SLIPWAY_RATE_LIMIT: 'off' };

const it = test.extend<{ readonly origins: { readonly own: string; readonly foreign: string } }>({
  origins: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
    async ({}, use) => {
      const own = await startServer({ env });
      const foreign = await startServer({ env, documents: foreignDocuments(), content: foreignContent() });
      await use({ own: own.url, foreign: foreign.url });
      await Promise.all([own.stop(), foreign.stop()]);
    },
    { scope: 'file' },
  ],
});

describe('what a blind visitor hears', () => {
  // A screen reader is not deterministic: it is listened to twice before it counts as a failure, and never more often.
  it.for(journeys())('$name: $title', { retry: 1 }, async (journey, { origins, expect }) => {
    const origin = journey.isForeign ? origins.foreign : origins.own;
    const browser = inject('browser');
    const desk = await openDesk();
    try {
      const { steps, faults } = await play(journey, { desk, browser, origin });
      expect(faults, heardIn({ steps, faults })).toEqual([]);
    } finally {
      await desk.close();
    }
  });
});

function heardIn({ steps }: Outcome): string {
  return `what was heard:\n\n${transcriptOf(steps)}\n`;
}
