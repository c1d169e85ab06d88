import { describe, inject, test } from 'vitest';
import { startServer } from '../support/server.ts';
import { type Journey, journeys, type Site } from './journey.ts';
import { type HeardBrowser, type Listener, openListener } from './listener.ts';
import { type Outcome, play, transcriptOf } from './play.ts';
import { siteOf } from './sites.ts';

interface Fixtures {
  readonly origins: Readonly<Record<Site, string>>;
  /** Runs a journey in the project's browser. */
  readonly hear: (journey: Journey, origin: string) => Promise<Outcome>;
}

const it = test.extend<Fixtures>({
  origins: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
    async ({}, use) => {
      const own = await startServer(siteOf('own'));
      const foreign = await startServer(siteOf('foreign'));
      const rare = await startServer(siteOf('rare'));
      await use({ own: own.url, foreign: foreign.url, rare: rare.url });
      await Promise.all([own.stop(), foreign.stop(), rare.stop()]);
    },
    { scope: 'file' },
  ],
  hear: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const seat = seatAt(inject('browser'));
      await use(seat.hear);
      await seat.close();
    },
    { scope: 'file' },
  ],
});

describe('what a blind visitor hears', () => {
  // A screen reader is not deterministic: a journey fails only after two tries.
  it.for(journeys(inject('names')))(
    '$name: $title',
    { retry: 1 },
    async (journey, { origins, hear, expect }) => {
      const { steps, faults } = await hear(journey, origins[journey.site]);
      expect(faults, `what was heard:\n\n${transcriptOf(steps)}\n`).toEqual([]);
    },
  );
});

/**
 * Shares one browser and reader between journeys. After a failure the next journey starts new ones; after two
 * failed starts no further start is tried.
 */
function seatAt(browser: HeardBrowser) {
  let listener: Listener | undefined;
  const failures: unknown[] = [];
  const open = async () => {
    if (failures.length === 2) throw failures[0];
    try {
      const opened = await openListener(browser);
      failures.length = 0;
      return opened;
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const close = async () => {
    await listener?.close();
    listener = undefined;
  };
  return {
    close,
    async hear(journey: Journey, origin: string): Promise<Outcome> {
      listener ??= await open();
      try {
        const outcome = await play(journey, { listener, origin });
        if (outcome.faults.length > 0) await close();
        return outcome;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}
