import { setTimeout as wait } from 'node:timers/promises';
import { sampleEnquiry } from '../../hostile/support/enquiry.ts';
import { postEnquiry } from '../../support/send.ts';
import type { RunningServer } from '../../support/server.ts';
import { changePhoneLabel, openStudioClient, type StudioClient } from '../../support/studio-client.ts';
import { sendMarkedEnquiry } from '../cluster/visitor.ts';

/** The numbers of completed actions, by kind. */
export type DoneCounts = Record<'sends' | 'photos' | 'pages' | 'reads' | 'publishes', number>;

/** Visitors and offices with a steady rate. */
export interface Traffic {
  readonly done: DoneCounts;
  /**
   * Waits for pending actions.
   * @throws The first error of any action.
   */
  readonly end: () => Promise<void>;
}

const sendEveryMs = 100;
const photoEveryMs = 500;
const pageEveryMs = 100;
const readEveryMs = 1_000;

/** The number of publications, whatever the duration. */
const publishes = 10;

/**
 * Starts to send with photos and without, to open pages, to read in the inbox, and to publish. The studio's
 * password must be that of the tests.
 */
export async function startTraffic(server: RunningServer, forMs: number): Promise<Traffic> {
  const { url } = server;
  const done: DoneCounts = { sends: 0, photos: 0, pages: 0, reads: 0, publishes: 0 };
  const studio = await openStudioClient(server);
  const ending = new AbortController();
  const every = (ms: number, what: keyof DoneCounts, work: () => Promise<unknown>) =>
    repeatEvery(ms, ending.signal, async () => {
      await work();
      done[what] += 1;
    });
  const running = Promise.all([
    every(sendEveryMs, 'sends', () => sendPlain(url)),
    every(photoEveryMs, 'photos', () => sendMarkedEnquiry(url)),
    every(pageEveryMs, 'pages', () => fetch(new URL('/contact', url)).then((answer) => answer.text())),
    every(readEveryMs, 'reads', () => studio.get(reads[done.reads % reads.length] ?? '')),
    every(forMs / (publishes + 1), 'publishes', () => publishChange(studio, done.publishes)),
  ]);
  // `end` reports the error; an early failure only stops the rest.
  running.catch(() => ending.abort());
  return {
    done,
    async end() {
      ending.abort();
      await running;
    },
  };
}

const reads = [
  'enquiries',
  'enquiries?search=stalls',
  'enquiries?type=service',
  'enquiries/suspected',
  'figures',
  'versions',
];

async function repeatEvery(everyMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    const next = performance.now() + everyMs;
    await work();
    await wait(Math.max(0, next - performance.now()), undefined, { signal }).catch(() => undefined);
  }
}

async function sendPlain(url: string): Promise<void> {
  const { isSuccess, body } = await postEnquiry(url, { ...sampleEnquiry, message: 'The engine stalls.' });
  if (!isSuccess) throw new Error(`An enquiry was refused: ${JSON.stringify(body)}`);
}

async function publishChange(studio: StudioClient, nth: number): Promise<void> {
  await studio.change(changePhoneLabel(`Phone number ${nth}`));
  const answer = await studio.publish();
  if (answer.kind !== 'published') throw new Error(`A version was refused: ${JSON.stringify(answer)}`);
}
