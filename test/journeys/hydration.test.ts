import { describe } from 'vitest';
import { aPhoto } from '../support/a-photo.ts';
import { everyPart, holdScripts } from '../support/held-scripts.ts';
import { journeysOn } from '../support/journey.ts';
import { layoutShifts } from '../support/layout-shifts.ts';
import type { Answers, Visitor } from '../support/visitor.ts';

const it = journeysOn();
const thanks = /^Thank you/;

const ada: Answers = {
  office_location: '1',
  name: 'Ada Marsh',
  email: 'ada@example.com',
  message: 'When is the yard open?\nOn Sundays too?',
};

/** One page of each placement, and those that open with more: a type’s own fields, photos, event titles, offices abroad. */
const paths = [
  '/contact',
  '/visit',
  '/visit?contact-form',
  '/launch/steren-52',
  '/valuation',
  '/service/falmouth',
  '/events',
  '/international/contact',
  '/ar/contact',
  '/dealers/plymouth',
];

describe.concurrent('a page that scripts take over late', () => {
  it.for(paths.flatMap((path) => [360, 1280].map((width) => ({ path, width }))))(
    'moves nothing on a first visit: $path at $width px',
    async ({ path, width }, { newVisitor, expect }) => {
      const visitor = await newVisitor({ viewport: { width, height: 800 } });
      const { page } = visitor;
      const scripts = await holdScripts(visitor);
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(
        () => document.fonts.status === 'loaded' && document.querySelector('footer'),
      );
      const button = page.locator('.sw-form--awaited [name="change-type"]');
      const canChangeType = (await button.count()) === 1;
      // Scripts that do not come for eight seconds leave a button behind; these come later still.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish();
      });
      if (canChangeType && !/visit|launch/.test(path)) await button.waitFor();
      await scripts.letGo();
      await visitor.isTakenOver();
      await button.waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      expect(await layoutShifts(visitor)).toEqual([]);
    },
  );

  it('would be found out if it moved something', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.page.evaluate(() => {
      const bar = document.createElement('div');
      bar.className = 'site-hero';
      bar.append(...Array.from({ length: 20 }, () => document.createElement('br')));
      document.body.prepend(bar);
    });
    await expect.poll(() => layoutShifts(visitor)).not.toEqual([]);
  });

  it('keeps everything that was entered and picked, focus and caret too, and sends it', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    const scripts = await holdScripts(visitor);
    const answers: Answers = {
      boat_make: 'Slipway',
      boat_model: 'Kestrel 38',
      year: '2015',
      boat_location: 'Åland',
      tax_paid_status: 'tax-not-paid',
      engine_hours: '412,5',
      condition_of_boat: '8',
      additional_information: 'New rigging,\nold engine ⛵',
      name: 'Ada Marsh',
      email: 'late@example.com',
      phone: '+44 1632 960 017',
      accept_term: true,
    };
    await page.goto('/valuation', { waitUntil: 'commit' });
    await visitor.fills(answers);
    await page.locator('input[type="file"]').setInputFiles(await aPhoto('bow.jpg'));
    await visitor.control('additional_information').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowRight');
    await scripts.letGo();
    await visitor.isTakenOver();
    await page.keyboard.type('F');
    await expect.poll(() => visitor.focus()).toBe('additional_information');
    await page.getByRole('listitem').filter({ hasText: 'bow.jpg' }).getByText('Uploaded').waitFor();
    await visitor.sends();
    await visitor.sees(thanks);
    const [record] = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(record?.values).toEqual({
      ...{ ...answers, additional_information: 'Few rigging,\nold engine ⛵' },
      ...{ enquiry_type: 8, condition_of_boat: 8 },
    });
    expect(record?.photos).toHaveLength(1);
  });

  it('keeps what was entered while what lies beside it did not come, another type too, and asks for it again', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    const answers: Answers = { ...ada, email: 'beside@example.com' };
    let asked = 0;
    const second = Promise.withResolvers<void>();
    await page.route(everyPart, async (route) => {
      asked += 1;
      if (asked === 1) return route.abort('timedout');
      await second.promise;
      return route.continue();
    });
    await page.goto('/service/falmouth', { waitUntil: 'commit' });
    await expect.poll(() => visitor.troubles.join()).toContain('Cannot load what draws the form');
    const { office_location: office = '', ...typed } = answers;
    await visitor.fills(typed);
    await visitor.control('enquiry_type').selectOption('3');
    await expect.poll(() => asked).toBeGreaterThan(1);
    second.resolve();
    await visitor.isTakenOver();
    await visitor.control('hin_number').waitFor({ state: 'detached' });
    await visitor.fills({ office_location: office });
    await visitor.sends();
    await visitor.sees(thanks);
    const [record] = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(record?.values).toEqual({ ...answers, enquiry_type: 3, office_location: 1 });
  });

  it('is sent as a post while what lies beside it stalls', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const answers: Answers = { ...ada, email: 'stalled@example.com' };
    const part = await holdScripts(visitor, everyPart);
    await page.goto('/contact', { waitUntil: 'commit' });
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees(thanks);
    const [record] = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(record?.values).toEqual({ ...answers, enquiry_type: 3, office_location: 1 });
    await part.letGo();
  });

  it('keeps what a browser or a password manager filled in, whichever events it told of it', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    const scripts = await holdScripts(visitor);
    const filled: Answers = { ...ada, email: 'filled@example.com', phone: '+44 1632 960 017' };
    await page.goto('/contact', { waitUntil: 'commit' });
    await visitor.control('message').waitFor();
    const { name = '', email = '', phone = '', message = '', office_location: office = '' } = filled;
    await fillsSilently(visitor, { name: String(name), office_location: String(office) });
    await scripts.letGo();
    await visitor.isTakenOver();
    await fillsSilently(visitor, { email: String(email) }, ['change']);
    await fillsSilently(visitor, { phone: String(phone) }, ['input', 'change']);
    await fillsSilently(visitor, { message: String(message) });
    expect(await visitor.holds(...Object.keys(filled))).toEqual(filled);
    await visitor.sends();
    await visitor.sees(thanks);
    const [record] = (await server.enquiries()).filter(({ values }) => values.email === email);
    expect(record?.values).toEqual({ ...filled, enquiry_type: 3, office_location: 1 });
  });

  it('asks at once for what sending takes, where the visitor is in the form already', async ({ visitor }) => {
    const { page } = visitor;
    const scripts = await holdScripts(visitor);
    await page.goto('/contact', { waitUntil: 'commit' });
    await visitor.fills({ name: 'Ann' });
    const asked = Promise.all([/\/forms\//, /\/assets\/apollo-/].map((path) => page.waitForRequest(path)));
    await scripts.letGo();
    await asked;
  });

  it('says to browsers and password managers what each field is for', async ({ visitor, expect }) => {
    await visitor.visits('/valuation');
    const wanted = { name: 'name', email: 'email', phone: 'tel', address: 'street-address' };
    for (const [field, token] of Object.entries(wanted))
      expect([field, await visitor.control(field).getAttribute('autocomplete')]).toEqual([field, token]);
    expect(await visitor.page.locator('[name="extra_note"]').getAttribute('autocomplete')).toBe('off');
  });

  it.for([
    ['marks fields', markFields],
    ['puts buttons beside fields', putButtonsBeside],
    ['translates the page', translatePage],
  ] as const)(
    'keeps what was typed where an extension of the browser %s first',
    async ([what, act], { visitor, server, expect }) => {
      visitor.expectsTrouble();
      const { page } = visitor;
      const scripts = await holdScripts(visitor);
      const answers = { ...ada, email: `${what.replaceAll(' ', '.')}@example.com` };
      await page.goto('/contact', { waitUntil: 'commit' });
      await visitor.fills(answers);
      await page.evaluate(act);
      await visitor.control('email').focus();
      await scripts.letGo();
      await visitor.isTakenOver();
      await expect.poll(() => visitor.holds(...Object.keys(answers))).toEqual(answers);
      await expect.poll(() => visitor.focus()).toBe('email');
      await visitor.sends();
      await visitor.sees(thanks);
      const arrived = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
      expect(arrived.map(({ values }) => values)).toEqual([
        { ...answers, enquiry_type: 3, office_location: 1 },
      ]);
    },
  );

  it.for(['name', 'message'])(
    'ends no composition of an input method: in %s',
    async (field, { visitor, expect }) => {
      const { page } = visitor;
      const scripts = await holdScripts(visitor);
      await page.goto('/contact', { waitUntil: 'commit' });
      const control = visitor.control(field);
      await control.fill('船は');
      await control.press('End');
      const input = await visitor.context.newCDPSession(page);
      const composes = (text: string) =>
        input.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      await page.evaluate(() => {
        window.heard = [];
        document.addEventListener('compositionend', () => window.heard.push('compositionend'));
      });
      await composes('みな');
      await scripts.letGo();
      await visitor.isTakenOver();
      await composes('みなと');
      expect(await visitor.announcements()).not.toContain('compositionend');
      await input.send('Input.insertText', { text: '港' });
      expect(await visitor.holds(field)).toEqual({ [field]: '船は港' });
      await visitor.reloads();
      await expect.poll(() => visitor.holds(field)).toEqual({ [field]: '船は港' });
    },
  );

  it('whose form is sent before they come goes the way of a post', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const scripts = await holdScripts(visitor);
    const answers = { ...ada, email: 'early.bird@example.com' };
    await page.goto('/contact', { waitUntil: 'commit' });
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees(thanks);
    await scripts.letGo();
    const arrived = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(arrived).toHaveLength(1);
    await visitor.visits('/contact');
    expect(await visitor.holds('name', 'email', 'message')).toEqual({ name: '', email: '', message: '' });
  });

  it('opens its dialog by the link that was a link before, and keeps focus on it', async ({
    visitor,
    expect,
  }) => {
    const { page } = visitor;
    const scripts = await holdScripts(visitor);
    await page.goto('/visit', { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Contact us' }).focus();
    await scripts.letGo();
    await visitor.isTakenOver();
    await page.getByRole('button', { name: 'Contact us' }).waitFor();
    await expect.poll(() => visitor.focus()).toBe('Contact us');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
  });
});

describe.concurrent('a page that a visitor comes back to', () => {
  // The browser that tests find keeps no pages in its back-forward cache, so that one event stands for it.
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
        await visitor.isTakenOver();
      } else
        await page.evaluate(() => {
          for (const event of ['pagehide', 'pageshow'])
            window.dispatchEvent(new PageTransitionEvent(event, { persisted: true }));
        });
      await expect.poll(() => visitor.holds(...Object.keys(answers))).toEqual(answers);
      await visitor.sends();
      await visitor.sees(thanks);
      const arrived = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
      expect(arrived.map(({ values }) => values.message)).toEqual([answers.message]);
    },
  );
});

/** Sets values as programs do, past the page's scripts, and tells of it by these events alone. */
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

function markFields(): void {
  for (const field of document.querySelectorAll('input, select, textarea, form')) {
    field.setAttribute('data-lpignore', 'true');
    field.setAttribute('data-dashlane-rid', '0123456789');
  }
  document.body.append(document.createElement('com-1password-button'));
}

function putButtonsBeside(): void {
  for (const field of document.querySelectorAll('input:not([type="hidden"]), textarea')) {
    const button = document.createElement('div');
    button.setAttribute('data-lastpass-icon-root', '');
    field.before(button);
    field.after(button.cloneNode());
  }
}

function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (
      node instanceof Text &&
      node.data.trim() !== '' &&
      !node.parentElement?.closest('script, textarea, option')
    )
      texts.push(node);
  for (const text of texts) {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = `${text.data}x`;
    outer.append(inner);
    text.replaceWith(outer);
  }
}
