import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';
import { createKeyActions } from './keys.ts';

const it = journeysOn();

const owner = {
  name: 'Ada Marsh',
  email: 'ada@example.com',
  phone: '+44 1632 960017',
  address: 'Lymington',
} as const;

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

export function describeKeyboard(paths: readonly string[]): void {
  describe('with the keyboard alone, in either direction of reading', () => {
    it.for(
      [
        { path: '/service/falmouth', skip: 'Skip to the content', send: 'Send message' },
        { path: '/ar/service', skip: 'الانتقال إلى المحتوى', send: 'إرسال الرسالة' },
      ].filter(({ path }) => paths.includes(path)),
    )(
      'a service enquiry is made, its photo included, and sent: $path',
      async ({ path, skip, send }, { visitor, server, expect }) => {
        const email = `${path.length}-service@example.com`;
        const keys = createKeyActions(visitor);
        await visitor.visits(path);
        await keys.skips(skip);
        await keys.reaches('enquiry_type', 'office_location');
        for (const [field, text] of Object.entries({ ...service, email })) {
          await keys.reaches(field);
          await visitor.page.keyboard.type(text);
        }
        await keys.reaches('upload');
        await keys.picks('bow.jpg');
        // The picker is full: focus moves to the photo.
        await expect.poll(() => visitor.focus()).toContain('bow.jpg');
        await visitor.page.locator('.sw-photo--uploaded').waitFor();
        await expect.poll(() => visitor.focus()).toContain('bow.jpg');
        await keys.reaches(send);
        await visitor.page.keyboard.press('Enter');
        await awaitThanks(visitor);
        const sent = (await server.enquiries()).find(({ values }) => values.email === email);
        expect(sent?.values).toMatchObject({ ...service, email, enquiry_type: 7 });
        expect(sent?.photos).toHaveLength(1);
      },
    );

    it.for(
      [
        { path: '/valuation', skip: 'Skip to the content', privacy: 'Privacy policy', send: 'Submit' },
        { path: '/ar/valuation', skip: 'الانتقال إلى المحتوى', privacy: 'سياسة الخصوصية', send: 'إرسال' },
      ].filter(({ path }) => paths.includes(path)),
    )(
      'a valuation is asked for, with photos, a mistake and its mending: $path',
      async ({ path, skip, privacy, send }, { visitor, server, expect }) => {
        const email = `${path.length}-valuation@example.com`;
        const { page } = visitor;
        const keys = createKeyActions(visitor);
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
        await expect.poll(visitor.focus, { message: 'there is room for more' }).toBe('upload');
        await keys.passes(2);
        for (const [field, value] of Object.entries({ ...owner, email })) {
          await keys.reaches(field);
          await keys.answers(value);
        }
        await keys.reaches('accept_term', privacy, send);
        await page.keyboard.press('Enter');
        // Only the terms are missing: focus is on them.
        await expect.poll(() => visitor.invalidFields()).toEqual(['accept_term']);
        await expect.poll(() => visitor.focus()).toBe('accept_term');
        await page.keyboard.press('Space');
        await keys.reaches(privacy, send);
        await page.keyboard.press('Enter');
        await awaitThanks(visitor);
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
  });
}

async function awaitThanks({ page }: Visitor): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.matches('.sw-thanks h2') === true);
}
