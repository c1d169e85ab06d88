import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listRules } from '#engine/editing/index.ts';
import { createFakeStudio } from '../testing/fake-studio.tsx';

it('TypeSettingsPage closes a form on a day in five actions, says so if the day is over, and refuses a wrong order', async () => {
  const studio = createFakeStudio();
  const getWhen = () =>
    listRules(studio.documents()).find(({ id }) => id === 'general-open')?.when as object | undefined;
  await studio.open('/studio/forms');
  await page.getByRole('link', { name: 'General enquiry' }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const closes = page.getByLabelText('Closes');
  await closes.fill('2100-12-24');
  await expect.poll(getWhen).toEqual({ '>': [{ var: 'today' }, '2100-12-24'] });
  await expect.element(page.getByText('Written as the rule')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /General enquiry is offered on some days only/ }))
    .toHaveAttribute('href', '/studio/rules#rule-general-open');

  // What visitors read instead is in all languages of the draft, and can be changed.
  const getText = (file: string) => Object(Object(studio.documents())[file])['forms.general.closed'];
  expect(getText('texts/de.json')).toBe('Dieses Formular war bis zum 24. Dezember 2100 geöffnet.');
  const shown = page.getByLabelText('Text shown instead');
  await expect.element(shown).toHaveValue('This form was open until December 24, 2100.');
  await shown.fill('We are closed.');
  await expect.poll(() => getText('texts/en.json')).toBe('We are closed.');

  const opens = page.getByLabelText('Opens');
  await opens.fill('2101-01-01');
  await expect.element(opens).toHaveAccessibleDescription(/would open after it closes/);
  expect(getWhen()).toEqual({ '>': [{ var: 'today' }, '2100-12-24'] });
  await opens.fill('2000-01-01');
  await expect.element(opens).not.toHaveAttribute('aria-invalid');
  await closes.fill('2001-01-01');
  await expect.element(closes).toHaveAccessibleDescription(/is over: once you publish this/);
  await expect
    .poll(() => getText('texts/de.json'))
    .toBe('Dieses Formular ist vom 1. Januar 2000 bis zum 1. Januar 2001 geöffnet.');
  expect(getText('texts/en.json')).toBe('We are closed.');
  await closes.fill('');
  await opens.fill('');
  await expect.poll(getWhen).toBeUndefined();
  await expect.poll(() => getText('texts/de.json')).toBeUndefined();
});

it('TypeSettingsPage writes the sites as a rule, and shows rules of others that leave the form out', async () => {
  const studio = createFakeStudio();
  studio.changeAsOther({
    file: 'rules.json',
    path: ['rules', 'by-hand'],
    after: {
      id: 'by-hand',
      description: 'Not abroad.',
      when: { var: 'site.isInternational' },
      then: { excludeTypes: ['general'] },
    },
  });
  await studio.open('/studio/forms/general/settings');
  await expect.element(page.getByRole('link', { name: /Not abroad/ })).toBeVisible();
  // The only site stays.
  await page.getByRole('group', { name: 'Offered on' }).getByLabelText('Trevarrow').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(listRules(studio.documents()).map(({ id }) => id)).toEqual(['by-hand']);
  await page.getByLabelText(/copy of their answers/).click();
  await expect.poll(() => studio.documents()['forms/general/ui.json']).toMatchObject({ 'ui:receipt': true });
});

it('TypeSettingsPage changes nothing for a person who may only look', async () => {
  const studio = createFakeStudio({ role: 'viewer' });
  await studio.open('/studio/forms/general/settings');
  await expect.element(page.getByLabelText('Closes')).toBeDisabled();
  await expect.element(page.getByLabelText(/copy of their answers/)).toBeDisabled();
});
