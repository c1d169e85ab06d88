import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFakeStudio } from '../../testing/fake-studio.tsx';

const lists = { rigs: { description: 'Rigs', facts: { masts: 'number' } } };
const sloop = { id: 'sloop', name: 'Sloop', masts: 1 };

it('ChoiceListsPage adds, names, moves and removes the choices of a list', async () => {
  const studio = createFakeStudio();
  studio.answer('content', () =>
    Response.json({
      documents: { 'content/lists.json': { rigs: [sloop] } },
      sources: { lists: {}, owners: [] },
    }),
  );
  studio.changeAsOther({ file: 'lists.json', path: [], after: { lists } });
  await studio.open('/studio/content');
  await page.getByRole('link', { name: 'Lists of choices' }).click();
  await page.getByRole('button', { name: 'Add choice to Rigs' }).click();
  const made = page.getByRole('group', { name: 'New choice · sent as choice-2' });
  await expect.element(made.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Ketch{Enter}');
  const ketch = page.getByRole('group', { name: 'Ketch · sent as choice-2' });
  await ketch.getByRole('textbox', { name: 'Deutsch' }).fill('Ketsch');
  await ketch.getByRole('spinbutton', { name: 'masts' }).fill('2');
  await page.getByRole('button', { name: 'Move Ketch up' }).click();
  const after = { id: 'choice-2', name: 'Ketch', names: { de: 'Ketsch' }, masts: 2 };
  await expect.poll(() => studio.documents()['content/lists.json']).toEqual({ rigs: [after, sloop] });
  // A choice has a name.
  await ketch.getByRole('textbox', { name: 'Name' }).fill(' ');
  await page.getByRole('button', { name: 'Remove Sloop' }).click();
  await expect.poll(() => studio.documents()['content/lists.json']).toEqual({ rigs: [after] });
  await expect.element(page.getByRole('button', { name: 'Add choice to Rigs' })).toHaveFocus();
});

it('ChoiceListsPage says that no form has a list', async () => {
  const studio = createFakeStudio();
  await studio.open('/studio/content/lists');
  await expect.element(page.getByText('No form has a list of choices')).toBeVisible();
});

it('ChoiceListsPage stores what is typed when the page is left without a blur', async () => {
  const studio = createFakeStudio();
  studio.answer('content', () =>
    Response.json({
      documents: { 'content/lists.json': { rigs: [sloop] } },
      sources: { lists: {}, owners: [] },
    }),
  );
  studio.changeAsOther({ file: 'lists.json', path: [], after: { lists } });
  await studio.open('/studio/content/lists');
  const rig = page.getByRole('group', { name: 'Sloop · sent as sloop' });
  await rig.getByRole('textbox', { name: 'Name' }).fill('Cutter');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await expect
    .poll(() => studio.documents()['content/lists.json'])
    .toEqual({ rigs: [{ ...sloop, name: 'Cutter' }] });
});
