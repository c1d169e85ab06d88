import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listRules } from '#engine/editing/index.ts';
import { createFakeStudio } from '../../testing/fake-studio.tsx';

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
  await expect.element(shown).toHaveValue('This form was open until 24 December 2100.');
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

it('TypeSettingsPage limits the enquiries, says how many there are, and words what a full form shows', async () => {
  const studio = createFakeStudio();
  studio.answer('capacity', () => Response.json({ count: 12, bySite: { 101: 50 } }));
  const getUi = () => Object(studio.documents()['forms/general/ui.json'])['ui:capacity'];
  const getText = (file: string) => Object(Object(studio.documents())[file])['forms.general.full'];
  await studio.open('/studio/forms/general/settings');
  const most = page.getByLabelText('Most enquiries');
  await most.fill('many');
  await expect.element(most).toHaveAccessibleDescription(/whole number/);
  expect(getUi()).toBeUndefined();
  await most.fill('50');
  await expect.element(page.getByText('12 of 50', { exact: true })).toBeVisible();
  await expect.poll(getUi).toEqual({ count: 50, since: new Date().toISOString().slice(0, 10) });
  expect(getText('texts/de.json')).toBe('Wir nehmen keine Anfragen dieser Art mehr an.');
  await page.getByLabelText('Counted from').fill('2026-01-01');
  await page.getByLabelText('Each site accepts that many').click();
  await expect.poll(getUi).toEqual({ count: 50, since: '2026-01-01', perSite: true });
  await expect.element(page.getByText(/50 of 50: full/)).toBeVisible();
  await most.fill('');
  await expect.poll(getUi).toBeUndefined();
  await expect.poll(() => getText('texts/de.json')).toBeUndefined();
});

it('TypeSettingsPage writes the thanks and the recipient of a form', async () => {
  const studio = createFakeStudio();
  studio.answer('rule-choices', () =>
    Response.json({ fields: [], recipients: [{ name: 'fairs', label: 'Fairs' }] }),
  );
  await studio.open('/studio/forms/general/settings');
  await page.getByLabelText('Heading').fill('See you at the fair.');
  await expect
    .poll(() => Object(studio.documents()['texts/en.json'])['forms.general.thank-you.heading'])
    .toBe('See you at the fair.');
  const getRules = () => listRules(studio.documents());
  await page.getByLabelText('Mail goes to').selectOptions('Fairs');
  await expect
    .poll(getRules)
    .toMatchObject([
      { id: 'general-recipient', when: { '==': [{ var: 'type' }, 'general'] }, then: { recipient: 'fairs' } },
    ]);
  await page.getByLabelText('Mail goes to').selectOptions('The office, or else the site');
  await expect.poll(getRules).toEqual([]);
});

it('TypeSettingsPage changes nothing for a person who may only look', async () => {
  const studio = createFakeStudio({ role: 'viewer' });
  await studio.open('/studio/forms/general/settings');
  await expect.element(page.getByLabelText('Closes')).toBeDisabled();
  await expect.element(page.getByLabelText(/copy of their answers/)).toBeDisabled();
  for (const name of ['Most enquiries', 'Mail goes to', 'Heading', 'English'])
    await expect.element(page.getByLabelText(name)).toBeDisabled();
});
