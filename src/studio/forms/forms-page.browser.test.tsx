import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFakeStudio } from '../testing/fake-studio.tsx';

it('FormsPage says by which name visitors know a type, and changes the name that the content gives', async () => {
  const studio = createFakeStudio();
  const title = { file: 'forms/general/schema.json', path: ['title'], before: 'General enquiry' };
  studio.changeAsOther({ ...title, after: 'Questions' });
  await studio.open('/studio/forms');
  await expect.element(page.getByRole('link', { name: 'General enquiry' })).toBeVisible();
  await expect.element(page.getByText('Title of the form: “Questions”')).toBeVisible();
  await page.getByRole('button', { name: 'Names of General enquiry' }).click();
  const name = page.getByRole('textbox', { name: 'English' });
  await expect.element(name).toHaveValue('General enquiry');
  await name.fill('Your question');
  await expect.element(page.getByRole('link', { name: 'Your question' })).toBeVisible();
});

it('FormsPage lets nobody change names and positions that come from an address', async () => {
  const studio = createFakeStudio();
  const source = { url: 'https://cms.trevarrow.example/types' };
  studio.changeAsOther({ file: 'content/sources.json', path: [], after: { 'enquiry-types': source } });
  await studio.open('/studio/forms');
  await page.getByRole('button', { name: 'Names of General enquiry' }).click();
  await expect.element(page.getByRole('textbox', { name: 'English' })).toHaveAttribute('readonly');
  await expect.poll(() => page.getByRole('button', { name: /^Move/ }).elements()).toEqual([]);
});

it('FormsPage lists types in the order of the content, with what arrived', async () => {
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
  studio.answer('arrivals', () => Response.json([{ type: '3', count: 5, newest: 0 }]));
  await studio.open('/studio/forms');
  const rows = () =>
    page
      .getByRole('row', { name: /enquir|Hire/ })
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(rows)
    .toEqual([expect.stringMatching(/^General enquiry.*5 enquiries/), expect.stringMatching(/^Hire.*none/)]);
});

it('FormsPage shows on how many pages of each site a type is offered, and by which rule it is left out', async () => {
  const studio = createFakeStudio();
  const rule = { id: 'closed', description: 'Closed for a while.', effects: ['excludeTypes'], conflicts: [] };
  studio.answer('rules', () => Response.json([{ ...rule, sentence: ['Leave out General enquiry.'] }]));
  studio.changeAsOther({
    file: 'rules.json',
    path: ['rules', rule.id],
    after: { id: rule.id, description: rule.description, then: { excludeTypes: ['general'] } },
  });
  const at = { site: '101', types: [] };
  const left = (why: string, ...rules: readonly string[]) => [{ type: 'general', why, rules }];
  const out = { ...at, path: '/out', title: 'Out', leftOut: left('rule', rule.id) };
  const open = { ...at, path: '/open', title: 'Open', types: ['general'], leftOut: [] };
  studio.answer('offers', () => Response.json([out]));
  await studio.open('/studio/forms');
  studio.report();
  const table = page.getByRole('table', { name: 'Where forms are offered' });
  await expect.element(table.getByRole('columnheader', { name: 'Trevarrow' })).toBeVisible();
  const because = 'Left out by the rule “Leave out General enquiry.”';
  await expect.element(table.getByRole('button', { name: because })).toHaveTextContent('○');
  // By keyboard: the cell has the only tab stop.
  table.getByRole('button', { name: because }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('General enquiry on Trevarrow')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /Closed for a while/ }))
    .toHaveAttribute('href', '/studio/rules#rule-closed');
  studio.answer('offers', () => Response.json([out, open]));
  studio.changeAsOther({ file: 'ui.json', path: ['ui:title'], after: 'x' });
  studio.report();
  const offered = table.getByRole('button', { name: 'Offered on 1 of 2 pages.' });
  await expect.element(offered).toHaveTextContent('● 1 of 2');
  studio.answer('offers', () => Response.json(null));
  studio.changeAsOther({ file: 'ui.json', path: ['ui:title'], before: 'x', after: 'y' });
  studio.report();
  await expect.element(page.getByText('Not known: the draft has problems.')).toBeVisible();
});

it('FormsPage turns sending later off and on, and sets for how many days an enquiry waits', async () => {
  const studio = createFakeStudio();
  const getSetting = () => Object(studio.documents()['settings.json']).sendLater;
  await studio.open('/studio/forms#setting-send-later');
  const heading = page.getByRole('heading', { name: 'Sent later' });
  await expect.element(heading).toHaveFocus();
  const days = page.getByRole('textbox', { name: 'Days that it waits at most' });
  await expect.element(days).toHaveValue('7');
  await days.fill('31');
  await expect.element(days).toHaveAccessibleDescription('Enter a whole number of days from 1 to 30.');
  expect(getSetting()).toBeUndefined();
  await days.fill('30');
  await expect.poll(getSetting).toEqual({ days: 30 });
  const box = page.getByRole('checkbox', {
    name: 'Visitors without a connection can send their enquiry later',
  });
  await box.click();
  await expect.poll(getSetting).toBe(false);
  await expect.element(days).not.toBeInTheDocument();
  await box.click();
  await expect.poll(getSetting).toEqual({ days: 7 });
  await page.getByRole('link', { name: 'General enquiry' }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect.element(page.getByText(/for 7\sdays at most/)).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Sent later' }).getByRole('link'))
    .toHaveAttribute('href', '/studio/forms#setting-send-later');
});

it('FormsPage lets nobody with limits change sending later', async () => {
  const studio = createFakeStudio({ role: 'editor', types: ['general'] });
  await studio.open('/studio/forms');
  await expect.element(page.getByRole('textbox', { name: 'Days that it waits at most' })).toBeDisabled();
});
