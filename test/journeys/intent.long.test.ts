import { describe } from 'vitest';
import { ada, formScripts, listArrived, readHydration } from '../support/intent.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();
const thanks = /^Thank you/;

describe('what a visitor does while the form is being hydrated', () => {
  it('loses no letter of somebody who types twenty a second', async ({ visitor, expect }) => {
    const { page } = visitor;
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto('/contact');
    const text = 'the quick brown fox jumps over the lazy dog '.repeat(2);
    await visitor.control('message').focus();
    await page.keyboard.type(text, { delay: 50 });
    await expect.poll(() => readHydration(page)).toBe('done');
    await expect.poll(() => visitor.readValues('message')).toEqual({ message: text });
    await expect.poll(() => visitor.focus()).toBe('message');
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  });
});

describe('modules of a form that do not come', () => {
  it.for(['client', 'parts'])(
    'are fetched again at a later touch, and nothing is lost: %s',
    async (name, { visitor, server, expect }) => {
      visitor.expectsTrouble();
      const { page } = visitor;
      const email = `torn.${name}@example.com`;
      let isTorn = true;
      await page.route(formScripts, (route) => {
        const isThis = new URL(route.request().url()).pathname.includes(`/${name}`);
        return isThis && isTorn ? route.abort('connectionreset') : route.continue();
      });
      await page.goto('/contact');
      await visitor.fills({ ...ada, office_location: '1', email });
      await expect.poll(() => visitor.troubles.join()).toContain('Cannot load what draws the form');
      isTorn = false;
      await touches(visitor);
      await expect.poll(() => readHydration(page)).toBe('done');
      await visitor.sends();
      await visitor.sees(thanks);
      expect(await listArrived(server, email)).toHaveLength(1);
    },
  );
});

/** Presses a field, which moves the focus into it. */
async function touches({ page }: Visitor): Promise<void> {
  await page.getByTestId('contact-form').locator('[name="message"]').click();
}
