import { describe } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { makeBusy } from '../hostile/support/challenges.ts';
import { journeysOn } from '../support/journey.ts';
import { interceptSends } from '../support/sends.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn({ env: { SLIPWAY_CHALLENGE: 'on' } });

const thanks = /^Thank you/;

const enquiry = (who: string): Answers => ({
  name: 'Ada Marsh',
  email: `${who}@example.com`,
  office_location: 1,
  message: 'Hello',
});

describe('a visitor among many', () => {
  it('sees nothing of the proof that the page brings, and is thanked once', async ({
    visitor,
    server,
    expect,
  }) => {
    await makeBusy(server.url, serverSettings.limits.challenge.address);
    const sends = await interceptSends(visitor);
    await visitor.visits('/contact');
    await visitor.fills(enquiry('proven'));
    await visitor.sends();
    await visitor.sees(thanks);
    expect(sends).toHaveLength(2);
    expect(sends[1]).toMatchObject({ key: sends[0]?.key, variables: sends[0]?.variables });
    expect((await visitor.announcements()).filter((text) => /problem/i.test(text))).toEqual([]);
    const own = async () =>
      (await server.enquiries()).filter(({ values }) => values.email === 'proven@example.com');
    await expect.poll(async () => (await own()).map(({ mail }) => mail.state)).toEqual(['sent']);
  });
});
