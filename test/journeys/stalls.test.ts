import { describe } from 'vitest';
import { arrivedFrom, enquiry, isPainted, it, stored, thanks } from './stalling-journey.ts';

describe('a network that stalls', () => {
  it('amid the HTML leaves what has come to be read and typed into, and loses none of it', async ({
    relay,
    relayed,
    server,
    expect,
  }) => {
    const { page } = relayed;
    const answers = enquiry('html');
    const html = relay.stall(/^\/contact$/, 0.6);
    await page.goto('/contact', { waitUntil: 'commit' });
    await html.hasBegun;
    const { name = '', ...rest } = answers;
    await isPainted(relayed);
    await relayed.fills({ name });
    await expect.poll(() => page.locator('footer').count()).toBe(0);
    html.letGo();
    await relayed.isTakenOver();
    await expect.poll(() => relayed.holds('name')).toEqual({ name });
    await relayed.fills(rest);
    await relayed.sends();
    await relayed.sees(thanks);
    expect(await arrivedFrom(server, answers)).toEqual([stored(answers)]);
  });
});
