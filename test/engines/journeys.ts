import { describe } from 'vitest';
import { listArrived } from '../support/intent.ts';
import { createOversizedDocuments } from '../support/oversized.ts';
import { startServer } from '../support/server.ts';
import type { Answers } from '../support/visitor.ts';
import { it } from './engine-journey.ts';
import type { EngineVisitor } from './visitor.ts';

const visitorsOwn: Answers = { name: 'Ada Marsh', email: 'ada@example.com' };
const message = 'She leaks a little.';
const boat: Answers = {
  boat_make: 'Trevarrow',
  boat_model: 'Kerensa 46',
  year: '2015',
  boat_location: 'Mylor',
  tax_paid_status: 'tax-paid',
  engine_hours: '412',
  condition_of_boat: '8',
  ...visitorsOwn,
  phone: '+44 1632 960017',
  accept_term: true,
};

/** Data that hydration needs. Alone, because a browser opens only six connections to a server. */
const formData = /^\/parts\//;

/** A page that opens with each type, and the answers that its form requires. */
const types = [
  { type: 3, path: '/contact', answers: { office_location: 1, ...visitorsOwn, message } },
  {
    type: 5,
    path: '/international/careers',
    answers: { interested_in: 'sales', ...visitorsOwn, message },
  },
  {
    type: 6,
    path: '/sales/falmouth',
    answers: { interested_in: 'Trevarrow Kerensa 46', ...visitorsOwn, message },
  },
  { type: 7, path: '/service/falmouth', answers: { ...visitorsOwn, boat_model: 'Kerensa 46', message } },
  { type: 8, path: '/valuation', answers: boat },
  { type: 9, path: '/events/open-yard-2027', answers: { ...visitorsOwn, message } },
] as const;

describe('an enquiry', () => {
  it.for(types)(
    'is filled in and sent: type $type',
    async ({ type, path, answers }, { visitor, server, expect }) => {
      const email = `type-${type}@example.com`;
      await visitor.visits(path);
      expect(await visitor.violations()).toEqual([]);
      await visitor.fills({ ...answers, email });
      await visitor.sends();
      await thanks(visitor);
      expect(await visitor.violations()).toEqual([]);
      const arrived = await server.enquiries();
      expect(arrived.find(({ values }) => values.email === email)?.values).toMatchObject({
        enquiry_type: type,
      });
    },
  );

  it('that was sent empty leads to its problems, and is sent once they are mended', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/contact');
    await visitor.sends();
    await visitor.awaits(
      'a summary of four problems',
      () => document.querySelectorAll('.sw-summary a').length === 4,
    );
    await visitor.awaits(
      'focus on the first problem',
      () => document.activeElement?.getAttribute('name') === 'office_location',
    );
    expect(await visitor.violations()).toEqual([]);
    await visitor.fills({ office_location: 1, ...visitorsOwn, message });
    await visitor.awaits('no problem', () => document.querySelector('[aria-invalid="true"]') === null);
    await visitor.sends();
    await thanks(visitor);
  });

  it('whose sending fails can be sent again', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.fills({ office_location: 1, ...visitorsOwn, message });
    visitor.relay.fail('/graphql', 1);
    await visitor.sends();
    await visitor.sees('There was a problem. Please try again.');
    expect(await visitor.readValues('message')).toEqual({ message });
    await visitor.sends();
    await thanks(visitor);
  });

  it('of hundreds of fields is typed into and sent while its parts are taken over', async ({
    newVisitor,
    expect,
    onTestFinished,
  }) => {
    const fields = 200;
    const long = await startServer({ documents: createOversizedDocuments({ fields, choices: 1 }) });
    onTestFinished(async () => void (await long.stop()));
    const visitor = await newVisitor(undefined, long);
    const [middle, last] = [`extra_${fields / 2}`, `extra_${fields - 1}`];
    await visitor.visits('/contact');
    await visitor.fills({ [middle]: 'amid them' });
    await visitor.sends();
    await visitor.awaits('what is wrong', () => document.querySelectorAll('.sw-summary a').length === 4);
    await visitor.fills({ office_location: 1, ...visitorsOwn, message, [last]: 'the last' });
    expect(await visitor.readValues(middle, last)).toEqual({ [middle]: 'amid them', [last]: 'the last' });
    await visitor.sends();
    await thanks(visitor);
    const [arrived] = await long.enquiries();
    expect(arrived?.values).toMatchObject({ [middle]: 'amid them', [last]: 'the last' });
  });

  it.for(['before', 'during', 'after'] as const)(
    'that is typed, chosen, picked and sent %s hydration arrives once',
    async (phase, { visitor, server, file, expect }) => {
      const part = visitor.relay.stall(formData, 0);
      const answers = { ...visitorsOwn, email: `${phase}@example.com`, office_location: 5, message };
      if (phase === 'after') part.letGo();
      await visitor.tab.goto(`${visitor.relay.url}/service/falmouth`);
      if (phase === 'after') await visitor.isHydrated();
      await visitor.fills({ ...answers, boat_model: 'Kerensa 46' });
      await visitor.picks(await file('bow.jpg'));
      if (phase === 'during') part.letGo();
      // While scripts upload a photo they send nothing.
      if (phase !== 'before') await photos(visitor, 'uploaded', 1);
      // A pointer could miss the button, which the picked photo moves.
      await visitor.tab.evaluate(pressSend);
      await thanks(visitor);
      part.letGo();
      const arrived = await listArrived(server, answers.email);
      expect(arrived).toMatchObject([{ values: { ...answers, enquiry_type: 7 }, photos: [{}] }]);
    },
  );

  it('of another type, chosen and sent while scripts are on their way, arrives once', async ({
    visitor,
    server,
    expect,
  }) => {
    const part = visitor.relay.stall(formData, 0);
    const answers = { ...visitorsOwn, email: 'amid@example.com', enquiry_type: 5, message };
    await visitor.tab.goto(`${visitor.relay.url}/contact`);
    await visitor.fills(answers);
    await part.hasBegun;
    await visitor.sends();
    part.letGo();
    await thanks(visitor);
    expect(await listArrived(server, answers.email)).toMatchObject([{ values: answers }]);
  });

  it('typed into, chosen and sent while React takes over the form arrives once, by scripts', async ({
    visitor,
    server,
    expect,
  }) => {
    const part = visitor.relay.stall(formData, 0);
    const answers = { ...visitorsOwn, email: 'hydrating@example.com' };
    await visitor.tab.goto(`${visitor.relay.url}/contact`);
    await visitor.fills(answers);
    await visitor.tab.evaluate(actWhileHydrating, { office_location: '1', message });
    part.letGo();
    await thanks(visitor);
    expect(await visitor.tab.evaluate(readHydration)).toBe('done');
    expect(await listArrived(server, answers.email)).toMatchObject([
      { values: { ...answers, office_location: 1, message } },
    ]);
  });

  it('is posted once where scripts do not come in time', async ({ visitor, server, expect }) => {
    const part = visitor.relay.stall(formData, 0);
    const email = 'too-late@example.com';
    await visitor.tab.goto(`${visitor.relay.url}/contact`);
    await visitor.fills({ ...visitorsOwn, email, office_location: 1, message });
    await visitor.sends();
    await thanks(visitor);
    part.letGo();
    expect(await listArrived(server, email)).toHaveLength(1);
  });

  it('is sent without scripts', async ({ visitor, server, expect }) => {
    visitor.relay.removeScripts();
    await visitor.visits('/contact');
    expect(await visitor.violations()).toEqual([]);
    await visitor.sends();
    await visitor.awaits('what is wrong', () => document.querySelectorAll('.sw-summary a').length === 4);
    expect(await visitor.violations()).toEqual([]);
    const email = 'plain@example.com';
    await visitor.fills({ office_location: 1, ...visitorsOwn, email, message });
    await visitor.sends();
    await thanks(visitor);
    const arrived = await server.enquiries();
    expect(arrived.find(({ values }) => values.email === email)?.values).toMatchObject({ message });
  });
});

describe('photos', () => {
  it('arrive, are refused, retried, removed and sent', async ({ visitor, server, file, expect }) => {
    await visitor.visits('/valuation');
    await visitor.picks(await file('bow.jpg'));
    await photos(visitor, 'uploaded', 1);

    await visitor.picks(await file('plan.pdf'));
    await photos(visitor, 'failed', 1);
    expect(await visitor.violations()).toEqual([]);
    await visitor.presses('Retry plan.pdf');
    await photos(visitor, 'failed', 0);

    visitor.relay.fail('/api/photos/', 1);
    await visitor.picks(await file('stern.jpg'));
    await visitor.sees('the upload did not get through, add it again');
    await visitor.presses('Retry stern.jpg');
    await photos(visitor, 'failed', 0);
    await visitor.picks(await file('stern.jpg'));
    await photos(visitor, 'uploaded', 2);

    await visitor.presses('Remove bow.jpg');
    await photos(visitor, 'uploaded', 1);
    expect(await visitor.violations()).toEqual([]);

    const email = 'photos@example.com';
    await visitor.fills({ ...boat, email });
    await visitor.sends();
    await thanks(visitor);
    const arrived = await server.enquiries();
    expect(arrived.find(({ values }) => values.email === email)?.photos).toHaveLength(1);
  });
});

describe('a dialog', () => {
  it('is opened, used, closed by Escape and by its button, and keeps what was typed', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/visit');
    await visitor.presses('Contact us');
    await visitor.awaits('an open dialog', () => document.querySelector('dialog[open] form') !== null);
    expect(await visitor.tab.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    expect(await visitor.violations()).toEqual([]);
    await visitor.fills(visitorsOwn);
    await visitor.tab.press('Escape');
    await visitor.awaits('no dialog', () => document.querySelector('dialog[open]') === null);
    await expect.poll(() => visitor.focus()).toBe('Contact us');
    await visitor.presses('Contact us');
    await visitor.awaits('an open dialog', () => document.querySelector('dialog[open] form') !== null);
    expect(await visitor.readValues(...Object.keys(visitorsOwn))).toEqual(visitorsOwn);
    await visitor.presses('Close');
    await visitor.awaits('no dialog', () => document.querySelector('dialog[open]') === null);
  });
});

describe('a draft', () => {
  const answers: Answers = { office_location: '1', ...visitorsOwn, message };
  const isBack = (name: unknown) => document.querySelector<HTMLInputElement>('[name="name"]')?.value === name;

  it('is there again after a reload', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.fills(answers);
    await visitor.tab.reload();
    await visitor.isHydrated();
    await visitor.awaits('the draft', isBack, answers.name);
    expect(await visitor.readValues(...Object.keys(answers))).toEqual(answers);
  });

  it('is there again after Back', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.fills(answers);
    await visitor.visits('/careers');
    await visitor.tab.back();
    await visitor.isHydrated();
    await visitor.awaits('the draft', isBack, answers.name);
    expect(await visitor.readValues(...Object.keys(answers))).toEqual(answers);
  });
});

describe('a page', () => {
  it('of an event has the event chosen, and others to choose from', async ({ visitor, expect }) => {
    await visitor.visits('/events');
    await visitor.awaits('titles of events', () => {
      const titles = document.querySelector<HTMLSelectElement>('[name="interested_in"]');
      return (titles?.options.length ?? 0) > 2;
    });
    expect(await visitor.violations()).toEqual([]);
    await visitor.visits('/events/open-yard-2027');
    expect(await visitor.readValues('enquiry_type')).toEqual({ enquiry_type: '9' });
  });

  it('in Arabic runs from right to left, and says in Arabic what is wrong', async ({ visitor, expect }) => {
    await visitor.visits('/ar/contact');
    await visitor.sends();
    await visitor.sees('أدخل اسمك');
    const [isMirrored, width, window] = await visitor.tab.evaluate(() => {
      const label = document.querySelector('label[for$="-name"]')?.getBoundingClientRect();
      const { scrollWidth, clientWidth } = document.documentElement;
      return [(label?.right ?? 0) > clientWidth / 2, scrollWidth, clientWidth] as const;
    });
    expect(isMirrored).toBe(true);
    expect(width).toBe(window);
    expect(await visitor.violations()).toEqual([]);
  });

  it('can be read where the visitor wants it dark', async ({ newVisitor, expect }) => {
    const visitor = await newVisitor({ isDark: true });
    await visitor.visits('/lantern-quay/contact');
    expect(await visitor.tab.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
    await visitor.sends();
    await visitor.awaits('what is wrong', () => document.querySelector('.sw-summary') !== null);
    expect(await visitor.violations()).toEqual([]);
  });

  it('can be used in forced colours', async ({ newVisitor, engine, expect, skip }) => {
    if (engine === 'webkit') skip('WebKit has no forced colours');
    const visitor = await newVisitor({ hasForcedColours: true });
    await visitor.visits('/contact');
    expect(await visitor.tab.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    await visitor.sends();
    await visitor.awaits('what is wrong', () => document.querySelector('.sw-summary') !== null);
    const edges = await visitor.tab.evaluate(() =>
      [...document.querySelectorAll('.sw-form input:not([type="file"], [type="hidden"]), .sw-form button')]
        .filter((element) => element.checkVisibility())
        .map((element) => getComputedStyle(element).borderTopStyle),
    );
    expect(edges).not.toContain('none');
  });
});

function thanks(visitor: EngineVisitor): Promise<void> {
  return visitor.awaits('the thanks', () => document.querySelector('.sw-thanks') !== null);
}

function photos(visitor: EngineVisitor, look: 'failed' | 'uploaded', count: number): Promise<void> {
  const isThere = (selector: string, wanted: number) => document.querySelectorAll(selector).length === wanted;
  return visitor.awaits(`photos that are ${look}: ${count}`, isThere, `.sw-photo--${look}`, count);
}

/** Returns the state of hydration of the form in a page. */
function readHydration(): string | undefined {
  return document.querySelector<HTMLElement>('#slipway-form')?.dataset.hydration;
}

function pressSend(): void {
  document.querySelector<HTMLElement>('#slipway-form button[type="submit"]')?.click();
}

/** Fills in controls and presses Send in the page's first task after hydration has begun. */
function actWhileHydrating(answers: Readonly<Record<string, string>>): void {
  const root = document.querySelector<HTMLElement>('#slipway-form');
  if (!root) throw new Error('Cannot find the form');
  const act = () => {
    for (const [name, value] of Object.entries(answers)) {
      const control = root.querySelector(`[name="${name}"]`);
      if (!control) throw new Error(`Cannot find "${name}"`);
      // As a browser does, behind React's own setter.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
    }
    root.querySelector<HTMLElement>('button[type="submit"]')?.click();
  };
  new MutationObserver((_changes, observer) => {
    if (root.dataset.hydration !== 'hydrating') return;
    observer.disconnect();
    setTimeout(act);
  }).observe(root, { attributeFilter: ['data-hydration'] });
}
