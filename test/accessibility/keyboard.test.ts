import { describe } from 'vitest';
import { aPhoto } from '../support/a-photo.ts';
import { awaitUploader } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();

const service = {
  name: 'Ada Marsh',
  email: 'ada@example.com',
  phone: '+44 1632 960017',
  boat_model: 'Kerensa 46',
  boat_location: 'Mylor',
  hin_number: 'GB-TVR46021H515',
  message: 'She leaks a little',
} as const;

const boat = {
  boat_make: 'Trevarrow',
  boat_model: 'Kerensa 46',
  hin_number: 'GB-TVR46021H515',
  year: '2015',
  boat_location: 'Mylor',
  tax_paid_status: 'tax-not-paid',
  engine_hours: '412.5',
  generator_hours: '88',
  condition_of_boat: '8',
  additional_information: 'New rigging',
} as const;

const owner = {
  name: 'Ada Marsh',
  email: 'ada@example.com',
  phone: '+44 1632 960017',
  address: 'Lymington',
} as const;

describe.concurrent('with the keyboard alone, in either direction of reading', () => {
  it.for([
    { path: '/service/falmouth', skip: 'Skip to the content', send: 'Send message' },
    { path: '/ar/service', skip: 'الانتقال إلى المحتوى', send: 'إرسال الرسالة' },
  ])(
    'a service enquiry is made, its photo included, and sent: $path',
    async ({ path, skip, send }, { visitor, server, expect }) => {
      const email = `${path.length}-service@example.com`;
      const keys = keysOf(visitor);
      await visitor.visits(path);
      await keys.skips(skip);
      await keys.reaches('enquiry_type', 'office_location');
      for (const [field, text] of Object.entries({ ...service, email })) {
        await keys.reaches(field);
        await visitor.page.keyboard.type(text);
      }
      await keys.reaches('upload');
      await keys.picks('bow.jpg');
      // No room is left for a second one: focus goes on with the photo.
      await expect.poll(() => visitor.focus()).toContain('bow.jpg');
      await visitor.page.locator('.sw-photo--uploaded').waitFor();
      await expect.poll(() => visitor.focus()).toContain('bow.jpg');
      await keys.reaches(send);
      await visitor.page.keyboard.press('Enter');
      await thanked(visitor);
      const sent = (await server.enquiries()).find(({ values }) => values.email === email);
      expect(sent?.values).toMatchObject({ ...service, email, enquiry_type: 7 });
      expect(sent?.photos).toHaveLength(1);
    },
  );

  it.for([
    { path: '/valuation', skip: 'Skip to the content', privacy: 'Privacy policy', send: 'Submit' },
    { path: '/ar/valuation', skip: 'الانتقال إلى المحتوى', privacy: 'سياسة الخصوصية', send: 'إرسال' },
  ])(
    'a valuation is asked for, with photos, a mistake and its mending: $path',
    async ({ path, skip, privacy, send }, { visitor, server, expect }) => {
      const email = `${path.length}-valuation@example.com`;
      const { page } = visitor;
      const keys = keysOf(visitor);
      await visitor.visits(path);
      await keys.skips(skip);
      await keys.reaches('enquiry_type');
      for (const [field, value] of Object.entries(boat)) {
        await keys.reaches(field);
        await keys.answers(value);
      }
      await keys.reaches('upload');
      await keys.picks('bow.jpg', 'stern.jpg');
      await page.locator('.sw-photo--uploaded').nth(1).waitFor();
      expect(await visitor.focus(), 'there is room for more').toBe('upload');
      await keys.passes(2);
      for (const [field, value] of Object.entries({ ...owner, email })) {
        await keys.reaches(field);
        await keys.answers(value);
      }
      await keys.reaches('accept_term', privacy, send);
      await page.keyboard.press('Enter');
      // Nothing but the terms is missing: focus is on them.
      await expect.poll(() => visitor.invalidFields()).toEqual(['accept_term']);
      await expect.poll(() => visitor.focus()).toBe('accept_term');
      await page.keyboard.press('Space');
      await keys.reaches(privacy, send);
      await page.keyboard.press('Enter');
      await thanked(visitor);
      const sent = (await server.enquiries()).find(({ values }) => values.email === email);
      const { condition_of_boat, ...texts } = boat;
      expect(sent?.values).toMatchObject({
        ...texts,
        ...owner,
        email,
        condition_of_boat: Number(condition_of_boat),
      });
      expect(sent?.values.accept_term).toBe(true);
      expect(sent?.photos).toHaveLength(2);
    },
  );

  it('the type is chosen, and a photo is removed', async ({ visitor, expect }) => {
    const { page } = visitor;
    const keys = keysOf(visitor);
    await visitor.visits('/contact');
    await visitor.control('enquiry_type').focus();
    await keys.answers('8');
    await visitor.sees('Boat make');
    await expect.poll(() => visitor.focus()).toBe('enquiry_type');
    await awaitUploader(page);
    await page.locator('button.sw-dropzone-action').focus();
    await keys.picks('bow.jpg');
    await page.locator('.sw-photo--uploaded').waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => visitor.focus()).toBe('Remove bow.jpg');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.sw-photo').count()).toBe(0);
    await expect.poll(() => visitor.focus()).toBe('upload');
  });

  it('focus goes back the way it came', async ({ visitor, expect }) => {
    const { page } = visitor;
    await visitor.visits('/valuation');
    const stops: string[] = [];
    await visitor.control('enquiry_type').focus();
    for (let stop = ''; stop !== 'Submit'; stop = await visitor.focus()) {
      stops.push(await visitor.focus());
      await page.keyboard.press('Tab');
    }
    for (const stop of stops.toReversed()) {
      await page.keyboard.press('Shift+Tab');
      await expect.poll(() => visitor.focus()).toBe(stop);
    }
  });
});

/** What a visitor does with nothing but keys. */
function keysOf(visitor: Visitor) {
  const { page } = visitor;
  // From the first listener on, the browser's own dialog stays closed and asks here.
  page.on('filechooser', () => undefined);
  return {
    /** Follows the skip link, the first thing on a page that takes focus. */
    async skips(name: string): Promise<void> {
      await page.keyboard.press('Tab');
      await focusIs(visitor, name);
      await page.keyboard.press('Enter');
    },
    /** Each stop in turn is the next one. */
    async reaches(...stops: readonly string[]): Promise<void> {
      for (const stop of stops) {
        await page.keyboard.press('Tab');
        await focusIs(visitor, stop);
      }
    },
    async passes(stops: number): Promise<void> {
      for (let stop = 0; stop < stops; stop++) await page.keyboard.press('Tab');
    },
    /** Types into a text, or goes to a choice by the arrow keys. */
    async answers(value: string): Promise<void> {
      const kind = await page.evaluate(
        () => document.activeElement?.getAttribute('type') ?? document.activeElement?.tagName,
      );
      if (kind !== 'SELECT' && kind !== 'radio') return page.keyboard.type(value);
      if (kind === 'radio') await page.keyboard.press('Space');
      for (let tries = 0; (await heldInFocus(visitor)) !== value; tries++) {
        if (tries === 60) throw new Error(`Cannot choose "${value}" by the arrow keys`);
        await page.keyboard.press('ArrowDown');
      }
    },
    /** Opens the browser's own dialog from the file picker in focus, and picks there. */
    async picks(...names: readonly string[]): Promise<void> {
      const chooser = page.waitForEvent('filechooser');
      await page.keyboard.press('Space');
      await (await chooser).setFiles(await Promise.all(names.map((name) => aPhoto(name))));
    },
  };
}

async function focusIs(visitor: Visitor, stop: string): Promise<void> {
  const found = (await visitor.focus()).trim();
  if (found !== stop) throw new Error(`Tab led to "${found}" in place of "${stop}"`);
}

function heldInFocus({ page }: Visitor): Promise<string | undefined> {
  return page.evaluate(() => {
    const control = document.activeElement;
    return control && 'value' in control ? String(control.value) : undefined;
  });
}

async function thanked({ page }: Visitor): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.matches('.sw-thanks h2') === true);
}
