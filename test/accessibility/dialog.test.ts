import { describe } from 'vitest';
import { readAccessibilityTree } from '../support/accessibility-tree.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();

describe('the dialog of a modal page', () => {
  it('is named, takes focus, and keeps it, forwards and backwards', async ({ visitor, expect }) => {
    const { page } = visitor;
    await visitor.visits('/visit');
    await page.getByRole('button', { name: 'Contact us' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Arrange a visit' }).waitFor();
    await expect.poll(() => focusIsInside(visitor)).toBe(true);
    for (const key of ['Tab', 'Shift+Tab']) {
      const stops = await stopsOf(visitor, key, 16);
      expect(stops.outside, `${key} leaves the dialog`).toEqual([]);
      // Round at least once: from the last control to the first.
      expect(new Set(stops.inside)).toEqual(
        new Set(['Close', 'name', 'email', 'phone', 'message', 'Send message']),
      );
    }
  });

  it('shows its problems inside itself, and thanks there', async ({ visitor, expect }) => {
    await visitor.visits('/visit');
    await visitor.opensDialog();
    await visitor.sends();
    await visitor.sees('Enter your name');
    await expect.poll(() => focusIsInside(visitor)).toBe(true);
    await expect.poll(() => visitor.focus()).toBe('name');
    await visitor.fills({ name: 'Ada', email: 'ada@example.com', message: 'Hello' });
    await visitor.sends();
    await visitor.sees('Thank you. We will find you a morning');
    await expect.poll(() => focusIsInside(visitor)).toBe(true);
    const heading = (await readAccessibilityTree(visitor)).find(({ role }) => role === 'heading');
    await expect.poll(() => visitor.focus()).toBe(heading?.name);
  });
});

function focusIsInside({ page }: Visitor): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.closest('dialog[open]') != null);
}

/**
 * The tab stops. Between the last and the first control, the browser's own buttons or the dialog as a whole
 * have focus.
 */
async function stopsOf(visitor: Visitor, key: string, times: number) {
  const stops = { inside: [] as string[], outside: [] as string[] };
  for (let time = 0; time < times; time++) {
    await visitor.page.keyboard.press(key);
    const isOnPage = await visitor.page.evaluate(
      () => document.activeElement?.matches(':not(html, body, dialog)') === true,
    );
    const place = (await focusIsInside(visitor)) ? stops.inside : stops.outside;
    if (isOnPage) place.push((await visitor.focus()).trim());
  }
  return stops;
}
