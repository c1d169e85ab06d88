import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import {
  awaitSaved,
  locateField,
  locatePreview,
  publishInStudio,
  studioJourneys,
} from '../support/studio.ts';

const it = studioJourneys({ documents: {} });

const rule = (page: Page, description: string) => page.getByRole('listitem').filter({ hasText: description });

/** Updates the expectations of every scenario to the intended changes, and publishes. */
async function publishesAsMeant(page: Page): Promise<void> {
  const meant = page.getByRole('button', { name: 'This is intended' });
  await awaitSaved(page);
  await page.getByRole('link', { name: 'Checks', exact: true }).click();
  await page.getByText('Every situation is checked.').waitFor();
  for (let left = await meant.count(); left > 0; left = await meant.count()) {
    await meant.first().click();
    await awaitSaved(page);
    await page.getByText('Every situation is checked.').waitFor();
  }
  await publishInStudio(page);
}

async function opensRule(page: Page, description: string) {
  const own = rule(page, description);
  await own.getByRole('button', { name: /^Edit: / }).click();
  await own.getByRole('heading', { name: 'Then' }).waitFor();
  return own;
}

describe('a field in the studio', () => {
  it('is shown on one site alone and required on landing pages, from its properties', async ({
    newVisitor,
    opens,
    expect,
  }) => {
    const page = await opens('/studio/forms/service');
    await locateField(page, 'Hull identification').getByRole('button').first().click();
    const own = page.getByRole('region', { name: 'Where and when' });
    await own.getByLabel('Only on these sites').click();
    await own.getByLabel('Trevarrow Solent', { exact: true }).click();
    await own.getByText('only on Trevarrow Solent.').waitFor();
    await own.getByLabel('Only in some situations').click();
    await own.getByLabel('What', { exact: true }).selectOption({ label: 'the form is on a landing page' });
    await own.getByText('is required on landing pages').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await own.getByRole('link', { name: 'See all rules for this field' }).click();
    await rule(page, 'is shown on some sites only.')
      .getByText(/Applies on/)
      .waitFor();
    await expect.poll(() => page.getByLabel('Field', { exact: true }).inputValue()).toBe('hin_number');
    await publishesAsMeant(page);
    const outside = await newVisitor();
    for (const [path, count] of [
      ['/solent/contact', 1],
      ['/contact', 0],
    ] as const) {
      await outside.visits(path);
      await outside.fills({ enquiry_type: '7' });
      await expect.poll(() => outside.control('hin_number').count()).toBe(count);
    }
  });
});

describe('a rule in the studio', () => {
  it('lets three photos come with a service enquiry', async ({ newVisitor, opens, expect }) => {
    const page = await opens('/studio/rules');
    const own = await opensRule(page, 'A service enquiry carries one photo.');
    expect(await findAxeViolations(page)).toEqual([]);
    await own.getByLabel('Maximum number of files').fill('3');
    await expect.poll(() => own.getByRole('paragraph').first().textContent()).toContain('at most 3 files');
    await publishesAsMeant(page);
    const outside = await newVisitor();
    await outside.visits('/contact');
    await outside.fills({ enquiry_type: '7' });
    await outside.sees('Up to 3 photos');
  });

  it('that would leave a visitor stuck says in which situation, shows it, and cannot be published', async ({
    opens,
    expect,
  }) => {
    const page = await opens('/studio/rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    const form = page.getByRole('form', { name: 'New rule' });
    await form.getByRole('button', { name: 'Add rule' }).click();
    await form.getByText('Something is missing').waitFor();
    await form.getByLabel('What it does').selectOption({ label: 'Show only on some sites' });
    await form.getByLabel('Which field').selectOption({ label: 'Name' });
    await form.getByLabel('Lantern Quay').check();
    await form.getByLabel('Service and repair').check();
    await form.getByRole('button', { name: 'Add rule' }).click();
    const own = rule(page, 'Show only on some sites: Name.');
    await own.getByText('For Service and repair, “Name” is shown only on Lantern Quay.').waitFor();
    await own.getByText(/^Visitors cannot send the form in \d+ situations/).waitFor();
    await own.getByText('The rule hides a required field.').first().waitFor();
    await page.getByText('The draft cannot be published').waitFor();
    await own.getByText('For example when').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await awaitSaved(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('heading', { name: /prevents? publishing/ }).waitFor();
    await page.goBack();
    await own.getByRole('link', { name: 'Open it in the preview' }).click();
    await locatePreview(page).locator('[name="email"]').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/studio/forms/service');
    await expect.poll(() => locatePreview(page).locator('[name="name"]').count()).toBe(0);

    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await own.getByRole('button', { name: /^Edit: / }).click();
    await own.getByRole('button', { name: 'Remove rule' }).click();
    const asked = own.getByRole('region', { name: 'Remove rule' });
    await asked.getByText('“Name” is shown').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(() => own.count()).toBe(0);
    await expect.poll(() => page.getByText('The draft cannot be published').count()).toBe(0);
    await awaitSaved(page);
  });

  it('that another is in the way of says so, leads there, and is found with what else speaks of the field', async ({
    opens,
    expect,
  }) => {
    const page = await opens('/studio/rules?about=year');
    const own = rule(page, 'A boat was built between 1900 and next year');
    await own.getByRole('button', { name: /^Edit: / }).click();
    await own.getByRole('button', { name: 'Duplicate' }).click();
    const copy = page.locator('#rule-year-2');
    await copy.getByRole('button', { name: /^Close: / }).waitFor();
    await copy.getByLabel('At least', { exact: true }).fill('');
    await copy.getByText('Enter a number.').waitFor();
    await copy.getByLabel('At least', { exact: true }).fill('1800');
    await copy.getByText('decides this differently').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await copy.getByRole('link', { name: /^“A boat was built/ }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      .toMatch(/^(?:Edit|Close): A boat was built between 1900 and next year\.$/);
    for (let steps = 0; steps < 2; steps++) await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => copy.count()).toBe(0);
    await awaitSaved(page);
  });
});
