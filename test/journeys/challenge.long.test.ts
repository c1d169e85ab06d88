import { describe } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { makeBusy } from '../hostile/support/challenges.ts';
import { journeysOn } from '../support/journey.ts';
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
  it('whose page cannot bring it is thanked all the same, and the enquiry is kept', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    await makeBusy(server.url, serverSettings.limits.challenge.address);
    await visitor.page.route(/solve-challenge/, (route) => route.abort('connectionreset'));
    await visitor.visits('/contact');
    await visitor.fills(enquiry('unproven'));
    await visitor.sends();
    await visitor.sees(thanks);
    const own = (await server.enquiries()).find(({ values }) => values.email === 'unproven@example.com');
    expect(own?.mail).toMatchObject({ state: 'suspected', reason: 'unproven' });
  });
});
