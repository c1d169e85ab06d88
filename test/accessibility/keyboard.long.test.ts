import { describe } from 'vitest';
import { awaitUploader } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { describeKeyboard } from './keyboard-journeys.ts';
import { createKeyActions } from './keys.ts';

const it = journeysOn();

describeKeyboard(['/ar/service', '/valuation']);

describe('with the keyboard alone, in either direction of reading', () => {
  it('the type is chosen, and a photo is removed', async ({ visitor, expect }) => {
    const { page } = visitor;
    const keys = createKeyActions(visitor);
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
