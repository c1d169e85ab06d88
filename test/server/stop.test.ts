import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { postEnquiry } from '../support/send.ts';
import { startServer } from '../support/server.ts';

// For the effect of SIGTERM on a process, see test/hostile/stopping.test.ts.
describe('stopping', () => {
  it('lets what is under way end: nothing acknowledged is lost', async () => {
    const data = mkdtempSync(join(tmpdir(), 'slipway-stop-'));
    const env = { SLIPWAY_DATA: data, SLIPWAY_RATE_LIMIT: 'off' };
    const first = await startServer({ env });
    const enquiry = {
      domain: 'www.trevarrow.example',
      submission_url: 'https://elsewhere.example/',
      upload: [],
      enquiry_type: 3,
      name: 'Ann Berry',
      email: 'ann@example.com',
      message: 'Hello',
      office_location: '1',
    };
    const sending = Array.from({ length: 100 }, () => postEnquiry(first.url, enquiry).catch(() => undefined));
    await Promise.race(sending);
    const [, answers] = await Promise.all([first.stop(), Promise.all(sending)]);

    const second = await startServer({ env });
    const stored = new Set((await second.mailsDone()).map(({ reference }) => reference));
    const acknowledged = answers.flatMap((answer) => answer?.body.extensions?.reference ?? []);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter((reference) => !stored.has(reference))).toEqual([]);
    await second.stop();
    rmSync(data, { recursive: true });
  });
});
