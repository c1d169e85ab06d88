import { describe } from 'vitest';
import { delayScripts } from '../support/delayed-scripts.ts';
import { journeysOn } from '../support/journey.ts';
import type { Answers, Visitor } from '../support/visitor.ts';
import { describeTypedBeforeScripts } from './typed-before-scripts.ts';

const thanks = /^Thank you/;

const it = journeysOn();

const ada: Answers = {
  office_location: '1',
  name: 'Ada Marsh',
  email: 'ada@example.com',
  message: 'When is the yard open?\nOn Sundays too?',
};

describe('a page that scripts take over late', () => {
  it('keeps what a browser or a password manager filled in, whichever events it told of it', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor);
    const filled: Answers = { ...ada, email: 'filled@example.com', phone: '+44 1632 960 017' };
    await page.goto('/contact', { waitUntil: 'commit' });
    await visitor.control('message').waitFor();
    const { name = '', email = '', phone = '', message = '', office_location: office = '' } = filled;
    await fillsSilently(visitor, { name: String(name), office_location: String(office) });
    await scripts.letGo();
    await visitor.isHydrated();
    await fillsSilently(visitor, { email: String(email) }, ['change']);
    await fillsSilently(visitor, { phone: String(phone) }, ['input', 'change']);
    await fillsSilently(visitor, { message: String(message) });
    await expect.poll(() => visitor.readValues(...Object.keys(filled))).toEqual(filled);
    await visitor.sends();
    await visitor.sees(thanks);
    const [record] = (await server.enquiries()).filter(({ values }) => values.email === email);
    expect(record?.values).toEqual({ ...filled, enquiry_type: 3, office_location: 1 });
  });

  it('asks at once for what sending takes, where the visitor is in the form already', async ({ visitor }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor);
    await page.goto('/contact', { waitUntil: 'commit' });
    await visitor.fills({ name: 'Ann' });
    const asked = Promise.all([/\/forms\//, /\/assets\/apollo-/].map((path) => page.waitForRequest(path)));
    await scripts.letGo();
    await asked;
  });

  it('whose form is sent before they come goes the way of a post', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor);
    const answers = { ...ada, email: 'early.bird@example.com' };
    await page.goto('/contact', { waitUntil: 'commit' });
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees(thanks);
    await scripts.letGo();
    const arrived = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(arrived).toHaveLength(1);
    await visitor.visits('/contact');
    await expect
      .poll(() => visitor.readValues('name', 'email', 'message'))
      .toEqual({ name: '', email: '', message: '' });
  });

  it('opens its dialog by the link that was a link before, and keeps focus on it', async ({
    visitor,
    expect,
  }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor);
    await page.goto('/visit', { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Contact us' }).focus();
    await scripts.letGo();
    await visitor.isHydrated();
    await page.getByRole('button', { name: 'Contact us' }).waitFor();
    await expect.poll(() => visitor.focus()).toBe('Contact us');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
  });
});

describe('a page that a visitor comes back to', () => {
  // The packaged browser has no back-forward cache, therefore an event simulates it.
  it.for(['loaded again', 'kept by the back-forward cache'])(
    'is as it was left and can be sent: %s',
    async (way, { visitor, server, expect }) => {
      const { page } = visitor;
      const answers: Answers = { ...ada, email: `${way.replaceAll(' ', '.')}@example.com` };
      await visitor.visits('/contact');
      await visitor.fills(answers);
      if (way === 'loaded again') {
        await visitor.visits('/careers');
        await page.goBack();
        await visitor.isHydrated();
      } else
        await page.evaluate(() => {
          for (const event of ['pagehide', 'pageshow'])
            window.dispatchEvent(new PageTransitionEvent(event, { persisted: true }));
        });
      await expect.poll(() => visitor.readValues(...Object.keys(answers))).toEqual(answers);
      await visitor.sends();
      await visitor.sees(thanks);
      const arrived = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
      expect(arrived.map(({ values }) => values.message)).toEqual([answers.message]);
    },
  );
});

/** Sets values as programs do, without the page's scripts, and dispatches these events only. */
async function fillsSilently(
  visitor: Visitor,
  values: Readonly<Record<string, string>>,
  events: readonly string[] = [],
): Promise<void> {
  for (const [field, value] of Object.entries(values))
    await visitor.control(field).evaluate(
      (control, { text, names }) => {
        const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
        setter?.call(control, text);
        for (const name of names) control.dispatchEvent(new Event(name, { bubbles: true }));
      },
      { text: value, names: events },
    );
}

describeTypedBeforeScripts(['marks fields', 'puts buttons beside fields'], ['name']);
