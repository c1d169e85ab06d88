import { describe } from 'vitest';
import { hasLoadedParts } from '../support/loaded-parts.ts';
import { it } from './engine-journey.ts';

describe('an enquiry without a connection', () => {
  it('is stored, waits in another page, and is sent once', async ({ visitor, server, expect, skip }) => {
    const { tab, relay } = visitor;
    const email = 'later@example.com';
    await visitor.visits('/contact');
    const isSupported = () => 'locks' in navigator && 'BroadcastChannel' in window && 'indexedDB' in window;
    skip(!(await tab.evaluate(isSupported)), 'this build cannot store enquiries');
    await visitor.fills({ office_location: 1, name: 'Ada Marsh', email, message: 'When is it open?' });
    await visitor.awaits('the parts of the form', hasLoadedParts);
    const mend = relay.cut('/graphql', 'before');
    await visitor.sends();
    await visitor.sees('Your enquiry has not been sent: there is no connection.');
    expect(await visitor.violations()).toEqual([]);
    await visitor.presses('Send when I am back online');
    await visitor.sees('Your enquiry to Falmouth is waiting to be sent');
    await tab.goto(`${relay.url}/visit`);
    await visitor.sees('Your enquiry to Falmouth is waiting to be sent');
    mend();
    await tab.evaluate(() => dispatchEvent(new Event('online')));
    await visitor.sees('Your enquiry has been sent');
    const arrived = await server.enquiries();
    expect(arrived.filter(({ values }) => values.email === email)).toHaveLength(1);
  });
});
