import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations } from '#widgets/testing/accessibility.ts';
import { createFakeStudio } from '../testing/fake-studio.tsx';

it('composes a link from the answers to the fields that allow it', async () => {
  const studio = createFakeStudio();
  await studio.open('/studio/forms/general?field=phone');
  const button = page.getByRole('button', { name: 'Link with answers' });
  await button.click();
  await expect
    .element(page.getByText('No field of this form can be filled in by a link yet', { exact: false }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('checkbox', { name: 'Can be filled in by a link' }).click();
  await button.click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Phone number' }).fill('+44 20');
  const address = page.getByRole('textbox', { name: 'Address' });
  await expect.element(address).toHaveValue(expect.stringMatching(/\?enquiry_type=3&phone=%2B44\+20$/));
  await page.getByText('Campaign', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Source' }).fill('letter');
  await expect.element(address).toHaveValue(expect.stringMatching(/&utm_source=letter$/));
  await expectNoViolations(document.body);
});
