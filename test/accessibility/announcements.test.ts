import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();

const enquiry: Answers = {
  office_location: 1,
  name: 'Ada Marsh',
  email: 'ada@example.com',
  message: 'When is the yard open?',
};

describe('a visitor who hears the page is told', () => {
  it('how many answers need another look, once, with focus on the first', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.sends();
    await visitor.sees('Enter your name');
    await expect
      .poll(() => visitor.announcements())
      .toEqual(['4 answers need another look. Nothing has been sent yet.']);
    await expect.poll(() => visitor.focus()).toBe('office_location');
  });

  it('that the enquiry is being sent, and that it was, whatever becomes of the focus', async ({
    visitor,
    expect,
  }) => {
    const gate = Promise.withResolvers<void>();
    await visitor.visits('/contact');
    await visitor.fills(enquiry);
    await visitor.page.route('**/graphql', (route) => gate.promise.then(() => route.continue()));
    await visitor.sends();
    await expect.poll(() => visitor.announcements()).toEqual(['Sending your message.']);
    await expect.poll(() => visitor.focus()).toBe('Send message');
    gate.resolve();
    await expect
      .poll(() => visitor.announcements())
      .toEqual([
        'Sending your message.',
        expect.stringMatching(/^Thank you\. Your message is with us\. Your reference is [\w-]+\.$/),
      ]);
    const role = await visitor.page.evaluate(() => document.activeElement?.tagName);
    expect(role).toBe('H2');
  });
});
