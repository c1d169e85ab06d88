import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { openRelay } from '../browsers/relay.ts';

const it = journeysOn();

describe('an enquiry without a connection', () => {
  it('is kept, and sent when the connection is back', async ({ server, newVisitor, expect }) => {
    const relay = await openRelay(server.url);
    const visitor = await newVisitor({ baseURL: relay.url });
    visitor.expectsTrouble();
    await visitor.visits('/contact');
    await visitor.fills({ office_location: '1', name: 'Ada Marsh', email: 'ada.kept@example.com', message: 'Hello there' });
    await visitor.page.waitForLoadState('networkidle');
    await visitor.context.setOffline(true);
    await visitor.sends();
    await visitor.page.getByRole('button', { name: 'Send when I am back online' }).waitFor({ timeout: 20000 }).catch(async (e) => { console.log(e); });
    await visitor.page.screenshot({ path: '/tmp/w/later1.png', fullPage: true });
    await visitor.page.getByRole('button', { name: 'Send when I am back online' }).click();
    await visitor.sees(/waiting to be sent/);
    await new Promise((r) => setTimeout(r, 500));
    await visitor.page.screenshot({ path: '/tmp/w/later2.png', fullPage: true });
    await visitor.context.setOffline(false);
    await visitor.sees(/^Thank you/);
    await visitor.page.screenshot({ path: '/tmp/w/later3.png', fullPage: true });
    const arrived = (await server.enquiries()).filter(({ values }) => values.email === 'ada.kept@example.com');
    expect(arrived.length).toBe(1);
    await relay.close();
  });
});
