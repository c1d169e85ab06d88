import { describe } from 'vitest';
import { delayScripts } from '../support/delayed-scripts.ts';
import { journeysOn } from '../support/journey.ts';
import { disableContentVisibility } from '../support/no-content-visibility.ts';
import { createOversizedDocuments, oversized } from '../support/oversized.ts';
import type { RunningServer } from '../support/server.ts';
import type { Answers, Visitor } from '../support/visitor.ts';

const it = journeysOn({ documents: createOversizedDocuments() });

const thanks = /^Thank you/;
const lastField = `extra_${oversized.fields - 1}`;
const lastChoice = `Choice ${oversized.choices - 1}`;
const amid = 'abcdefghij';
const middle = `extra_${oversized.fields / 2}`;

describe('far more than is drawn well, in a browser', () => {
  it.for([
    { browser: 'a browser that draws only what is seen', isOld: false },
    { browser: 'a browser that draws everything', isOld: true },
  ])(
    'a form of thousands of fields loses nothing that is typed, finds what is wrong and is sent whole: $browser',
    async ({ isOld }, { visitor, server, expect }) => {
      const email = `fields-${isOld}@example.com`;
      await isSlowed(visitor, 6);
      if (isOld) await disableContentVisibility(visitor.page);
      const scripts = await delayScripts(visitor);
      await visitor.page.goto('/contact', { waitUntil: 'commit' });
      await visitor.control(lastField).waitFor({ state: 'attached' });
      await visitor.fills({ office_location: '1', [middle]: 'typed past' });
      await visitor.control('extra_2').focus();
      await scripts.letGo();
      // Hydration takes seconds, in slices.
      await typesSlowly(visitor, 200);
      await visitor.isHydrated();
      await isSlowed(visitor, 1);
      await expect.poll(() => visitor.readValues('extra_2')).toEqual({ extra_2: amid });
      await visitor.fills({ extra_0: 'far too lo' });
      await visitor.control('extra_0').press('End');
      await visitor.page.keyboard.type('ng');
      await visitor.fills({ [lastField]: 'the last', email });
      await expect
        .poll(() => visitor.readValues('office_location', middle, 'extra_0', lastField))
        .toEqual({
          office_location: '1',
          [middle]: 'typed past',
          extra_0: 'far too long',
          [lastField]: 'the last',
        });
      await visitor.sends();
      await expect.poll(() => visitor.invalidFields()).toEqual(['name', 'message', 'extra_0']);
      // A moment after its message, so that a screen reader reads that first.
      await expect.poll(() => visitor.focus()).toBe('name');
      await visitor.control('extra_0').press('End');
      await visitor.page.keyboard.press('Backspace');
      await visitor.page.keyboard.press('Backspace');
      await expect.poll(() => visitor.invalidFields()).toEqual(['name', 'message']);
      await visitor.fills({ extra_1: 'so long' });
      await visitor.control('extra_1').press('End');
      await visitor.page.keyboard.type(' too');
      await expect.poll(() => visitor.invalidFields()).toEqual(['name', 'message', 'extra_1']);
      await visitor.fills({ extra_1: 'short', name: 'Ann Berry', message: 'Hello' });
      await expect.poll(() => visitor.invalidFields()).toEqual([]);
      await visitor.sends();
      await visitor.sees(thanks);
      expect(await storedOf(server, email)).toEqual({
        enquiry_type: 3,
        office_location: 1,
        name: 'Ann Berry',
        email,
        message: 'Hello',
        extra_0: 'far too lo',
        extra_1: 'short',
        extra_2: amid,
        [middle]: 'typed past',
        [lastField]: 'the last',
      });
    },
  );

  it.for([
    { what: 'all of the form', changed: 'label' },
    { what: 'its parts', changed: '.sw-fields--part label' },
  ])(
    'a form of thousands of fields keeps what is typed while what an extension changed is drawn anew: $what',
    async ({ changed }, { visitor, expect }) => {
      visitor.expectsTrouble();
      const scripts = await delayScripts(visitor);
      await visitor.page.goto('/contact', { waitUntil: 'commit' });
      await visitor.control(lastField).waitFor({ state: 'attached' });
      await visitor.fills({ name: 'Ann Berry', extra_0: 'first', [lastField]: 'the last' });
      await visitor.page.evaluate((labels) => {
        for (const label of document.querySelectorAll(labels)) {
          const translated = document.createElement('font');
          translated.append(...label.childNodes);
          label.append(translated);
        }
      }, changed);
      await visitor.control('extra_1').focus();
      await scripts.letGo();
      await typesSlowly(visitor, 100);
      await visitor.isHydrated();
      await expect
        .poll(() => visitor.readValues('name', 'extra_0', 'extra_1', lastField))
        .toEqual({ name: 'Ann Berry', extra_0: 'first', extra_1: amid, [lastField]: 'the last' });
      await expect.poll(() => visitor.page.locator('label > font').count()).toBe(0);
    },
  );

  it('a form of thousands of fields is filled in, mended and sent without scripts', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({ javaScriptEnabled: false });
    // A refusal is a response with a status.
    visitor.expectsTrouble();
    const email = 'fields-plain@example.com';
    await visitor.page.goto('/contact');
    await visitor.fills({ office_location: '1', name: 'Ann Berry', email, extra_0: 'far too long' });
    await visitor.fills({ [lastField]: 'the last' });
    await visitor.sends();
    await expect.poll(() => visitor.invalidFields()).toEqual(['message', 'extra_0']);
    await expect
      .poll(() => visitor.readValues('name', 'extra_0', lastField))
      .toEqual({
        name: 'Ann Berry',
        extra_0: 'far too long',
        [lastField]: 'the last',
      });
    await visitor.fills({ extra_0: 'short', message: 'Hello' });
    await visitor.sends();
    await visitor.sees(thanks);
    expect(await storedOf(server, email)).toMatchObject({ extra_0: 'short', [lastField]: 'the last' });
  });

  it.for([
    { scripts: 'with scripts', javaScriptEnabled: true },
    { scripts: 'without', javaScriptEnabled: false },
  ])(
    'a list of a hundred thousand is chosen from, and its choice kept until it is sent: $scripts',
    async ({ javaScriptEnabled }, { newVisitor, server, expect }) => {
      const visitor = await newVisitor({ javaScriptEnabled });
      const email = `choice-${javaScriptEnabled}@example.com`;
      const answers: Answers = { name: 'Ann Berry', email, phone: '+44 1202 555010' };
      await visitor.page.goto('/careers');
      if (javaScriptEnabled) await visitor.isHydrated();
      else visitor.expectsTrouble();
      await visitor.fills({ ...answers, many: lastChoice });
      await visitor.sends();
      await expect.poll(() => visitor.invalidFields()).toEqual(['message']);
      // The response to a post is shown before all of its choices exist.
      await expect
        .poll(() => visitor.readValues('many', 'name'))
        .toEqual({ many: lastChoice, name: 'Ann Berry' });
      await visitor.fills({ message: 'Hello' });
      await visitor.sends();
      await visitor.sees(thanks);
      expect(await storedOf(server, email)).toMatchObject({ ...answers, many: lastChoice });
    },
  );
});

/**
 * The slowdown factor: 6 is the slowest supported phone. `npm run bench -- page/bad-input` measures the cost
 * of a key.
 */
async function isSlowed({ page, context }: Visitor, rate: number): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Types into the focused control, with a pause after each key. */
async function typesSlowly({ page }: Visitor, pauseMs: number): Promise<void> {
  await page.keyboard.type(amid, { delay: pauseMs });
}

async function storedOf(server: RunningServer, email: string) {
  return (await server.enquiries()).find(({ values }) => values.email === email)?.values;
}
