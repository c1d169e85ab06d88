import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { createKeyboard } from '../support/keyboard.ts';
import {
  awaitSaved,
  locateField,
  locatePreview,
  locateProperties,
  openStudioPage,
  studioJourneys,
} from '../support/studio.ts';

const it = studioJourneys();

function isFocused(element: Element): boolean {
  return document.activeElement === element;
}

describe('the preview of the studio', () => {
  it('leads from a label to its property, by keyboard, and shows what is typed there', async ({
    page,
    server,
    expect,
  }) => {
    await openStudioPage(page, server.url, '/studio/forms/general');
    await locatePreview(page).locator('textarea').waitFor();
    const keyboard = createKeyboard(page);
    await keyboard.chord('Alt+i');
    const label = locatePreview(page).getByRole('button', { name: 'Label: Message' });
    await label.waitFor();
    await keyboard.presses(label);
    await expect.poll(() => locateProperties(page).getByLabel('Label').evaluate(isFocused)).toBe(true);
    await keyboard.types(locateProperties(page).getByLabel('Label'), 'Your wishes');
    await locatePreview(page).getByText('Your wishes', { exact: true }).waitFor();
    await locateField(page, 'Your wishes').waitFor();
    expect(keyboard.actions()).toBeLessThanOrEqual(4);
    expect(await findAxeViolations(page)).toEqual([]);
    await awaitSaved(page);
  });

  it('rehearses a sending: what would arrive is shown, and nothing is kept', async ({
    page,
    server,
    expect,
  }) => {
    await openStudioPage(page, server.url, '/studio/forms/service');
    const form = locatePreview(page);
    const chosen = page.locator('.st-field-name[aria-current="true"]');
    await form.locator('textarea').waitFor();
    // Preview and list select the same field.
    await locateField(page, 'Boat model').getByRole('button').first().click();
    await form.locator('[data-st-chosen] [name="boat_model"]').waitFor();
    const outline = form.locator('[data-st-chosen]').evaluate((mark) => getComputedStyle(mark).outlineStyle);
    expect(await outline).toBe('solid');
    await expect.poll(() => form.locator('html').evaluate(() => scrollY)).toBeGreaterThan(0);
    await form.locator('input[name="email"]').click();
    await expect.poll(() => chosen.textContent()).toContain('Email');
    await form.locator('textarea').fill('Is the slipway free in May?');
    await form.locator('input[name="name"]').fill('Ann Berry');
    await form.locator('input[name="email"]').fill('ann@rehearsal.example');
    await form.locator('button[type="submit"]').click();
    const arrived = page.getByRole('region', { name: 'Preview of the mail' });
    await arrived.getByText('Is the slipway free in May?').waitFor();
    await arrived.getByText('ann@rehearsal.example').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await server.enquiries()).toEqual([]);
    await arrived.getByRole('button', { name: 'Close' }).click();
    await form.locator('textarea').waitFor();
  });
});
