import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { type Fate, isAnswered, isLost, losesItsAnswer, meetFates } from '../support/sends.ts';
import type { RunningServer } from '../support/server.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();
const failure = 'There was a problem. Please try again.';
const thanks = 'Thank you. Your message is with us';

const breakages: readonly (readonly [what: string, fate: Fate])[] = [
  ['cannot be reached', isLost],
  ['answers without JSON', isAnswered({ contentType: 'text/html', body: '<h1>Bad gateway</h1>' })],
  ['answers without success', isAnswered({ body: '{"data":{"sendContactUs":{"success":false}}}' })],
  ['answers with nothing', isAnswered({ body: '{"data":null,"errors":[{"message":"Oh"}]}' })],
  [
    'answers success with status 502',
    isAnswered({ status: 502, body: '{"data":{"sendContactUs":{"success":true}}}' }),
  ],
  ['takes the enquiry, but its answer is lost', losesItsAnswer],
];

describe.concurrent('a visitor whose back end', () => {
  it.for(breakages)(
    '%s keeps everything, tries again, and makes one enquiry',
    async ([what, fate], { visitor, server, expect }) => {
      visitor.expectsTrouble();
      const answers = generalEnquiry(what);
      const sends = await meetFates(visitor, fate);
      await visitor.visits('/contact');
      await visitor.fills(answers);
      await visitor.sends();

      await visitor.sees(failure);
      expect(await visitor.description('name')).toBe(failure);
      await expect.poll(() => visitor.focus()).toBe('name');
      expect(await visitor.holds(...Object.keys(answers))).toEqual(answers);
      await expect.poll(() => visitor.conversion()).toEqual({ events: [], dataLayer: [] });

      await visitor.sends();
      await visitor.sees(thanks);
      expect(sends.map(({ key }) => key)).toEqual([sends[0]?.key, sends[0]?.key]);
      const [arrived, ...others] = await arrivedOf(server, answers);
      expect(others).toEqual([]);
      await visitor.sees(arrived?.reference ?? 'no enquiry');
    },
  );

  it('fails and is told to wait, is told for how long', async ({ visitor }) => {
    visitor.expectsTrouble();
    const busy = isAnswered({ status: 429, headers: { 'Retry-After': '90' }, body: '{"errors":[]}' });
    await meetFates(visitor, busy);
    await visitor.visits('/contact');
    await visitor.fills(generalEnquiry('busy'));
    await visitor.sends();
    await visitor.sees(failure);
    await visitor.sees('You can send again in 2 minutes.');
  });

  it('names a field, reads beside it what is wrong', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    const fields = [{ field: 'email', code: 'wrong-format', message: 'That mailbox is gone' }];
    const refusal = { errors: [{ message: 'No', extensions: { code: 'BAD_USER_INPUT', fields } }] };
    await meetFates(visitor, isAnswered({ body: JSON.stringify(refusal) }));
    await visitor.visits('/contact');
    await visitor.fills(generalEnquiry('named'));
    await visitor.sends();
    await visitor.sees(failure);
    expect(await visitor.description('email')).toBe('That mailbox is gone');
    expect(await visitor.control('email').getAttribute('aria-invalid')).toBe('true');
    await visitor.fills({ email: 'other@example.com' });
    await expect.poll(() => visitor.description('email')).toBe('');
  });

  it('failed, sends something else under another key', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const answers = generalEnquiry('edited');
    const sends = await meetFates(visitor, isLost);
    await visitor.visits('/contact');
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees(failure);
    await visitor.fills({ message: 'Once more, with feeling.' });
    await expect.poll(() => visitor.description('name')).toBe('');
    await visitor.sends();
    await visitor.sees(thanks);
    expect(sends).toHaveLength(2);
    expect(sends[0]?.key).not.toBe(sends[1]?.key);
    const arrived = await arrivedOf(server, answers);
    expect(arrived.map(({ values }) => values.message)).toEqual(['Once more, with feeling.']);
  });

  it('failed, reloads the page and makes one enquiry all the same', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const answers = generalEnquiry('reloaded');
    await meetFates(visitor, losesItsAnswer);
    await visitor.visits('/contact');
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees(failure);
    await visitor.reloads();
    expect(await visitor.holds(...Object.keys(answers))).toEqual(answers);
    await visitor.sends();
    await visitor.sees(thanks);
    expect(await arrivedOf(server, answers)).toHaveLength(1);
  });

  it('is slow, waits with a button that does nothing more', async ({ visitor, server, expect }) => {
    const answers = generalEnquiry('slow');
    const gate = Promise.withResolvers<void>();
    const sends = await meetFates(visitor, (route) => gate.promise.then(() => route.continue()));
    await visitor.visits('/contact');
    await visitor.fills(answers);
    await visitor.sends();
    await expect.poll(() => sends.length).toBe(1);
    const button = visitor.page.getByRole('button', { name: 'Send message' });
    expect(await button.isDisabled()).toBe(true);
    await expect.poll(() => visitor.announcements()).toContain('Sending your message.');
    await visitor.control('email').press('Enter');
    gate.resolve();
    await visitor.sees(thanks);
    expect(sends).toHaveLength(1);
    expect(await arrivedOf(server, answers)).toHaveLength(1);
  });

  it('never answers, is told so in the end, and tries again', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const answers = generalEnquiry('patient');
    const sends = await meetFates(visitor, () => new Promise(() => {}));
    await visitor.page.clock.install();
    await visitor.visits('/contact');
    await visitor.fills(answers);
    await visitor.sends();
    await expect.poll(() => sends.length).toBe(1);
    await visitor.page.clock.fastForward('00:31');
    await visitor.sees(failure);
    await visitor.sends();
    await visitor.sees(thanks);
    expect(await arrivedOf(server, answers)).toHaveLength(1);
  });
});

function generalEnquiry(marker: string): Answers {
  return {
    office_location: '1',
    name: 'Ada Marsh',
    email: `${marker.replaceAll(/\W+/g, '-')}@example.com`,
    message: 'When is the yard open?\nOn Sundays too?',
  };
}

async function arrivedOf(server: RunningServer, { email }: Answers) {
  return (await server.enquiries()).filter(({ values }) => values.email === email);
}
