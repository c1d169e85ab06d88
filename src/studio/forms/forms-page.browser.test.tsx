import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { pretendStudio } from '../testing/pretended-studio.tsx';

it('FormsPage says by which name visitors know a type, and lets nobody write names that the content gives', async () => {
  const studio = pretendStudio();
  const title = { file: 'forms/general/schema.json', path: ['title'], before: 'General enquiry' };
  studio.changeElsewhere({ ...title, after: 'Questions' });
  await studio.open('/studio/forms');
  await expect.element(page.getByRole('link', { name: 'General enquiry' })).toBeVisible();
  await expect.element(page.getByText('The form calls itself “Questions”')).toBeVisible();
  // The content says where it stands.
  await expect.poll(() => page.getByRole('button', { name: /^Move/ }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Names of General enquiry' }).click();
  const name = page.getByRole('textbox', { name: 'English' });
  await expect.element(name).toHaveValue('General enquiry');
  await expect.element(name).toHaveAttribute('readonly');
});
