import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Patch } from '#engine/editing/index.ts';
import { createFakeStudio } from '../../testing/fake-studio.tsx';

it('NewType creates a type from a template in four actions, after showing it in the languages of the draft', async () => {
  const studio = createFakeStudio();
  const asked: { readonly query: { readonly locale: string; readonly type: string } }[] = [];
  studio.answer('preview', ({ body }) => {
    asked.push(body as (typeof asked)[number]);
    const { patches } = body as { readonly patches: readonly Patch[] };
    expect(patches.some(({ file }) => file === 'forms/charter/schema.json')).toBe(true);
    return Response.json({ kind: 'no-form', version: 0 });
  });
  await studio.open('/studio/forms');
  await page.getByRole('button', { name: 'New enquiry type' }).click();
  const from = page.getByLabelText('Begin with');
  await expect.element(from.getByRole('option', { name: 'Sea trial' })).toBeInTheDocument();
  await from.selectOptions('Charter');
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Charter');
  await expect.element(page.getByText('This cannot be shown, because the draft has errors.')).toBeVisible();
  await page.getByLabelText('Language').selectOptions('Deutsch');
  await expect
    .poll(() => asked.map(({ query: { locale, type } }) => `${type} ${locale}`))
    .toEqual(['charter en', 'charter de']);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => location.pathname).toBe('/studio/forms/charter');
  await expect
    .poll(() => Object(studio.documents()['forms/charter/schema.json']).properties)
    .toHaveProperty('first_day');
  expect(Object(studio.documents()['texts/de.json'])['fields.first_day.label']).toBe('Erster Tag');
  // One change, which one Undo takes back.
  expect(studio.changes()).toHaveLength(1);
});

it('NewType leaves a typed name alone, and takes that of another template', async () => {
  const studio = createFakeStudio();
  await studio.open('/studio/forms');
  await page.getByRole('button', { name: 'New enquiry type' }).click();
  const [name, from] = [page.getByLabelText('Name', { exact: true }), page.getByLabelText('Begin with')];
  await expect.element(from.getByRole('option', { name: 'Charter' })).toBeInTheDocument();
  await from.selectOptions('Charter');
  await from.selectOptions('Callback');
  await expect.element(name).toHaveValue('Callback');
  await from.selectOptions('General enquiry');
  await expect.element(name).toHaveValue('');
  await name.fill('Regatta');
  await from.selectOptions('Event registration');
  await expect.element(name).toHaveValue('Regatta');
});
