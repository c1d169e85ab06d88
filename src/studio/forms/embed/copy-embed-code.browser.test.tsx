import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeStudio, type FakeStudio } from '../../testing/fake-studio.tsx';

let studio: FakeStudio;
const sites = [
  { id: 101, name: 'Trevarrow', domain: 'www.trevarrow.example', domains: ['trevarrow.example'] },
];

/** Opens the dialog as somebody with this role. */
async function openDialog(role: 'owner' | 'viewer'): Promise<void> {
  studio = createFakeStudio({ role });
  const form = studio.documents();
  studio.answer('content', () =>
    Response.json({ documents: { 'content/sites.json': sites }, form, sources: { lists: {} } }),
  );
  await studio.open('/studio/forms/general');
  await page.getByRole('button', { name: 'Copy embed code' }).click();
}

const dialog = page.getByRole('dialog', { name: 'Copy embed code' });
const address = dialog.getByLabelText('Address of the website that gets the code');

describe('CopyEmbedCode', () => {
  beforeEach(() => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  });

  it('composes the code that is chosen, and copies it with a word', async () => {
    await openDialog('owner');
    const code = dialog.getByRole('region', { name: 'Code for the page' });
    const readCode = () => code.element().textContent;
    await expect.poll(readCode).toContain('<enquiry-form site="101">');
    await dialog.getByLabelText('Placement').selectOptions('modal');
    await dialog.getByLabelText('Language').selectOptions('de');
    await expect.poll(readCode).toContain('site="101" placement="modal" locale="de"');
    await dialog.getByLabelText('Shown by').selectOptions('frame');
    await expect.poll(readCode).toContain('/embed/form?site=101');
    await code.getByRole('button', { name: 'Copy' }).click();
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith(expect.stringContaining('<iframe'));
    await expect.element(page.getByText('Copied', { exact: false })).toBeInTheDocument();
  });

  it('says whether the other website is allowed, and allows it', async () => {
    await openDialog('owner');
    await address.fill('https://trevarrow.example/de');
    await expect
      .element(dialog.getByText('trevarrow.example may show the forms of', { exact: false }))
      .toBeVisible();
    await address.fill('nonsense');
    await expect.element(dialog.getByText('This is not an address', { exact: false })).toBeVisible();
    await address.fill('shop.example.com');
    await dialog.getByRole('button', { name: 'Allow shop.example.com' }).click();
    await expect
      .element(dialog.getByText('shop.example.com is allowed once', { exact: false }))
      .toBeVisible();
    await expect
      .poll(() => studio.documents()['content/sites.json'])
      .toEqual([{ ...sites[0], domains: ['trevarrow.example', 'shop.example.com'] }]);
  });

  it('names who may allow it to somebody who may not', async () => {
    await openDialog('viewer');
    await address.fill('shop.example.com');
    await expect
      .element(dialog.getByText('An editor who may change the sites', { exact: false }))
      .toBeVisible();
    expect(dialog.getByRole('button', { name: /^Allow/ }).elements()).toEqual([]);
  });
});
