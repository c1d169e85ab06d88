import { expect } from 'vitest';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { Visitor } from '../support/visitor.ts';

export function createKeyActions(visitor: Visitor) {
  const { page } = visitor;
  // With a listener, Playwright suppresses the browser's own dialog and reports it here.
  page.on('filechooser', () => undefined);
  return {
    /** Follows the skip link, the first focusable element of a page. */
    async skips(name: string): Promise<void> {
      await page.keyboard.press('Tab');
      await focusIs(visitor, name);
      await page.keyboard.press('Enter');
    },
    /** Tabs through the stops and expects them in this order. */
    async reaches(...stops: readonly string[]): Promise<void> {
      for (const stop of stops) {
        await page.keyboard.press('Tab');
        await focusIs(visitor, stop);
      }
    },
    async passes(stops: number): Promise<void> {
      for (let stop = 0; stop < stops; stop++) await page.keyboard.press('Tab');
    },
    /** Types into a text field, or selects a radio button or an option with arrow keys. */
    async answers(value: string): Promise<void> {
      const kind = await page.evaluate(
        () => document.activeElement?.getAttribute('type') ?? document.activeElement?.tagName,
      );
      if (kind !== 'SELECT' && kind !== 'radio') return page.keyboard.type(value);
      if (kind === 'radio') await page.keyboard.press('Space');
      for (let tries = 0; (await readFocusedValue(visitor)) !== value; tries++) {
        if (tries === 60) throw new Error(`Cannot choose "${value}" by the arrow keys`);
        await page.keyboard.press('ArrowDown');
      }
    },
    /** Opens the file dialog from the focused file picker, and picks files. */
    async picks(...names: readonly string[]): Promise<void> {
      const chooser = page.waitForEvent('filechooser');
      await page.keyboard.press('Space');
      await (await chooser).setFiles(await Promise.all(names.map((name) => createSamplePhoto(name))));
    },
  };
}

async function focusIs(visitor: Visitor, stop: string): Promise<void> {
  await expect.poll(async () => (await visitor.focus()).trim(), { message: 'where Tab leads' }).toBe(stop);
}

function readFocusedValue({ page }: Visitor): Promise<string | undefined> {
  return page.evaluate(() => {
    const control = document.activeElement;
    return control && 'value' in control ? String(control.value) : undefined;
  });
}
