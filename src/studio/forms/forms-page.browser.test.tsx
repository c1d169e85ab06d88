import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { pretendStudio } from '../testing/pretended-studio.tsx';

it('FormsPage says by which name visitors know a type, and lets nobody write names that the content gives', async () => {
  const studio = pretendStudio();
  const title = { file: 'forms/general/schema.json', path: ['title'], before: 'General enquiry' };
  studio.changeElsewhere({ ...title, after: 'Questions' });
  await studio.open('/studio/forms');
  await expect.element(page.getByRole('link', { name: 'Questions' })).toBeVisible();
  await expect.element(page.getByText('Visitors read “General enquiry”')).toBeVisible();
  await page.getByRole('button', { name: 'Names of Questions' }).click();
  const name = page.getByRole('textbox', { name: 'English' });
  await expect.element(name).toHaveValue('General enquiry');
  await expect.element(name).toHaveAttribute('readonly');
});
