import { describe } from 'vitest';
import {
  awaitPaint,
  createStallingEnquiry,
  findStalledEnquiry,
  it,
  thanksHeading,
  toStoredValues,
} from './stalling-journey.ts';

describe('a network that stalls', () => {
  it('amid the HTML leaves what has come to be read and typed into, and loses none of it', async ({
    relay,
    relayed,
    server,
    expect,
  }) => {
    const { page } = relayed;
    const answers = createStallingEnquiry('html');
    const html = relay.stall(/^\/contact$/, 0.6);
    await page.goto('/contact', { waitUntil: 'commit' });
    await html.hasBegun;
    const { name = '', ...rest } = answers;
    await awaitPaint(relayed);
    await relayed.fills({ name });
    await expect.poll(() => page.locator('footer').count()).toBe(0);
    html.letGo();
    await relayed.isHydrated();
    await expect.poll(() => relayed.readValues('name')).toEqual({ name });
    await relayed.fills(rest);
    await relayed.sends();
    await relayed.sees(thanksHeading);
    expect(await findStalledEnquiry(server, answers)).toEqual([toStoredValues(answers)]);
  });
});
