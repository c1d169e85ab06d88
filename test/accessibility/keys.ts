import { expect } from 'vitest';
import { aPhoto } from '../support/a-photo.ts';
import type { Visitor } from '../support/visitor.ts';

/** What a visitor does with nothing but keys. */
export function keysOf(visitor: Visitor) {
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
  await expect.poll(async () => (await visitor.focus()).trim(), { message: 'where Tab leads' }).toBe(stop);
}

function heldInFocus({ page }: Visitor): Promise<string | undefined> {
  return page.evaluate(() => {
    const control = document.activeElement;
    return control && 'value' in control ? String(control.value) : undefined;
  });
}
