import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeStudio } from '../testing/fake-studio.tsx';

it('FormsPage says by which name visitors know a type, and lets nobody write names that the content gives', async () => {
  const studio = createFakeStudio();
  const title = { file: 'forms/general/schema.json', path: ['title'], before: 'General enquiry' };
  studio.changeAsOther({ ...title, after: 'Questions' });
  await studio.open('/studio/forms');
  await expect.element(page.getByRole('link', { name: 'General enquiry' })).toBeVisible();
  await expect.element(page.getByText('Title of the form: “Questions”')).toBeVisible();
  // The content says where it stands.
  await expect.poll(() => page.getByRole('button', { name: /^Move/ }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Names of General enquiry' }).click();
  const name = page.getByRole('textbox', { name: 'English' });
  await expect.element(name).toHaveValue('General enquiry');
  await expect.element(name).toHaveAttribute('readonly');
});

it('FormsPage lists types in the order of the content, with the pages and sites that offer each and what arrived', async () => {
  const studio = createFakeStudio();
  const general = { id: 3, key: 'general', folder: 'general' };
  const hire = { id: 4, key: 'hire', folder: 'hire' };
  studio.changeAsOther(
    { file: 'forms/hire/schema.json', path: [], after: { title: 'Hire', type: 'object', properties: {} } },
    { file: 'forms/hire/ui.json', path: [], after: {} },
    {
      file: 'enquiry-types.json',
      path: ['enquiryTypes'],
      before: [general],
      after: [hire, general],
    },
  );
  const offer = (path: string, ...types: readonly string[]) => ({ path, title: path, site: '101', types });
  studio.answer('offers', () => Response.json([offer('/one', 'general'), offer('/two', 'general', 'hire')]));
  studio.answer('arrivals', () => Response.json([{ type: '3', count: 5, newest: 0 }]));
  await studio.open('/studio/forms');
  const rows = () =>
    page
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(rows)
    .toEqual([
      expect.any(String),
      expect.stringMatching(/^General enquiry.*2 pages on 1 site.*5 enquiries/),
      expect.stringMatching(/^Hire.*1 page on 1 site.*none/),
    ]);
});
