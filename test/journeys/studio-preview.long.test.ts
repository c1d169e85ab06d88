import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import {
  awaitSaved,
  createAnnouncementReader,
  locateField,
  locatePreview,
  locateProperties,
  studioJourneys,
} from '../support/studio.ts';

const it = studioJourneys({ documents: {} });

describe('the preview of the studio', () => {
  it('shows what is asked for, also after a reload and to whoever is sent the address', async ({
    opens,
    expect,
  }) => {
    const page = await opens('/studio/forms/service');
    const chosen = {
      Site: '119',
      Placement: 'landing',
      Language: 'de',
      'Opens with': 'sales',
      Width: 'both',
    };
    await page.getByRole('button', { name: 'More settings' }).click();
    for (const [name, value] of Object.entries(chosen))
      await page.getByLabel(name, { exact: true }).selectOption(value);
    await page.getByLabel('Date', { exact: true }).fill('2027-05-01');
    await locatePreview(page).getByLabel('E-Mail-Adresse').waitFor();
    await page.frameLocator('iframe[title="Preview on a phone"]').getByLabel('E-Mail-Adresse').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.reload();
    const { pathname, search } = new URL(page.url());
    for (const shown of [page, await opens(`${pathname}${search}`)]) {
      for (const [name, value] of Object.entries(chosen))
        await expect.poll(() => shown.getByLabel(name, { exact: true }).inputValue()).toBe(value);
      await expect.poll(() => shown.getByLabel('Date', { exact: true }).inputValue()).toBe('2027-05-01');
      await locatePreview(shown).getByLabel('E-Mail-Adresse').waitFor();
    }
  });

  it('opens a situation that no page of the content has', async ({ opens, expect }) => {
    const example = {
      on: {
        site: '7',
        types: ['sales'],
        selectedOffice: 'palma',
        offices: ['palma', 'poole'],
        entered: { name: 'Zoe' },
      },
    };
    const search = new URLSearchParams({ placement: 'landing', example: JSON.stringify(example) });
    const page = await opens(`/studio/forms/sales?${search}`);
    await locatePreview(page).getByLabel('Office').getByText('Palma').waitFor({ state: 'attached' });
    await expect.poll(() => locatePreview(page).locator('input[name="name"]').inputValue()).toBe('Zoe');
    await page.getByRole('link', { name: 'Back to your pages' }).click();
    await locatePreview(page).getByLabel('Office').getByText('Palma').waitFor({ state: 'detached' });
  });

  it('changes the words of another language where they stand', async ({ opens, expect }) => {
    const page = await opens('/studio/forms/careers?language=de');
    await locatePreview(page).getByLabel('E-Mail-Adresse').waitFor();
    await page.getByRole('button', { name: 'Inspect' }).click();
    await locatePreview(page).getByRole('button', { name: 'Label: E-Mail-Adresse' }).click();
    const words = page.getByLabel('Label, Deutsch');
    await expect.poll(() => words.evaluate(isFocused)).toBe(true);
    await words.fill('Ihre E-Mail');
    await locatePreview(page).getByRole('button', { name: 'Label: Ihre E-Mail' }).waitFor();
    await locatePreview(page).getByRole('button', { name: 'Text: Nachricht senden' }).click();
    await page.getByRole('textbox', { name: '“Send message” · send button, Deutsch' }).fill('Abschicken');
    await locatePreview(page).getByText('Abschicken').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await awaitSaved(page);
  });

  it('leads from words of the content to the field of their entry', async ({ opens, expect }) => {
    const page = await opens('/studio/forms/service');
    await locatePreview(page).getByLabel('Phone number').waitFor();
    await page.getByRole('button', { name: 'Inspect' }).click();
    await locatePreview(page).getByRole('button', { name: 'Text: How can we help' }).click();
    await page
      .getByRole('link', { name: /^Change “Heading of the form” of/ })
      .first()
      .click();
    const heading = page.getByRole('textbox', { name: 'Heading of the form' });
    await expect.poll(() => heading.evaluate(isFocused)).toBe(true);
    expect(await heading.inputValue()).toBe('How can we help');
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('tells why a field is hidden, with the rule to go to, and leaves alone what was entered', async ({
    opens,
    expect,
  }) => {
    const page = await opens('/studio/forms/service');
    await locatePreview(page).getByLabel('Name').fill('Ann Berry');
    await page.getByLabel('Placement').selectOption('modal');
    await locatePreview(page).getByLabel('Name').waitFor();
    await page.getByRole('button', { name: 'Hidden fields' }).click();
    await locatePreview(page).getByText('Office').first().waitFor();
    await page.getByRole('button', { name: 'Inspect' }).click();
    await locatePreview(page).getByRole('button', { name: 'Hidden field: Office' }).focus();
    const why = page.getByRole('region', { name: /^Office/ });
    await why.getByText('is hidden').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await why.getByRole('link', { name: /In a modal/ }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#rule-modal');
  });

  it('keeps what stands there as an expectation, which an edit then breaks', async ({ opens, expect }) => {
    // The effect of a change is known only if the state before it was checked.
    const page = await opens('/studio/checks');
    await page.getByText('Every situation is checked.').waitFor();
    await page.getByRole('link', { name: 'Forms', exact: true }).first().click();
    await page
      .getByRole('link', { name: /^Event/ })
      .first()
      .click();
    await page.getByLabel('Seen by').selectOption('The form is in a dialog');
    await expect.poll(() => page.getByLabel('Placement').inputValue()).toBe('modal');
    await page.getByRole('button', { name: 'Warn me if this changes' }).click();
    const name = page.getByLabel('Name of the expectation');
    await expect.poll(() => name.inputValue()).toContain('The form is in a dialog');
    await name.fill('Event enquiries in a dialog');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save expectation', exact: true }).click();
    await expect.poll(createAnnouncementReader(page)).toContain('Event enquiries in a dialog');
    await awaitSaved(page);
    await locateField(page, 'Name').getByRole('button').first().click();
    await locateProperties(page).getByLabel('Required').uncheck();
    await awaitSaved(page);
    await page.getByRole('link', { name: 'Checks', exact: true }).click();
    const effects = page.getByRole('region', { name: 'Caused by the latest change' });
    await effects.getByText('Event enquiries in a dialog').waitFor();
    await page.getByText('Every situation is checked.').waitFor();
    // The positions of a finding are a nested list.
    const broken = effects.getByRole('listitem').filter({ hasText: 'Event enquiries in a dialog' }).last();
    await broken.getByRole('link', { name: 'See it in the preview' }).click();
    await expect.poll(() => page.getByLabel('Placement').inputValue()).toBe('modal');
    await page.getByRole('button', { name: 'Undo' }).click();
    await awaitSaved(page);
  });

  it('has the visitors of expectations answer what is made required, and tells so', async ({
    opens,
    expect,
  }) => {
    const page = await opens('/studio/forms/careers');
    await locateField(page, 'Phone').getByRole('button').first().click();
    await locateProperties(page).getByLabel('Required').check();
    await expect.poll(createAnnouncementReader(page)).toMatch(/is now required\. .* from now on/);
    await awaitSaved(page);
    // One undo step contains both changes.
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect.poll(() => locateProperties(page).getByLabel('Required').isChecked()).toBe(false);
    await expect.poll(() => undo.isDisabled()).toBe(true);
    await awaitSaved(page);
  });
});

function isFocused(element: Element): boolean {
  return document.activeElement === element;
}
