import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FormImportAnswer } from '../../../api/form-import.ts';
import { createFakeStudio } from '../../testing/fake-studio.tsx';

const berth = {
  file: 'forms/berth-request/schema.json',
  path: [],
  after: { title: 'Berth request', type: 'object', properties: { boat: { type: 'string' } } },
};

/** The answer to a survey of which everything but one condition is taken. */
const converted: FormImportAnswer = {
  kind: 'converted',
  source: 'SurveyJS',
  lines: [
    { pointer: '', element: 'the survey', outcome: 'taken' },
    { pointer: '/pages/0/elements/0', element: 'boat', outcome: 'taken' },
    { pointer: '/pages/0/elements/1', element: 'club', outcome: 'changed', became: 'a text' },
    {
      pointer: '/pages/0/elements/1/visibleIf',
      element: 'club',
      property: 'visibleIf',
      outcome: 'left-out',
      reason: 'the expression cannot become a condition',
      remedy: 'write a rule',
    },
  ],
  types: [{ key: 'berth-request', name: 'Berth request' }],
  patches: [
    berth,
    { file: 'forms/berth-request/ui.json', path: [], after: {} },
    {
      file: 'enquiry-types.json',
      path: ['enquiryTypes', '4'],
      after: { id: 4, key: 'berth-request', folder: 'berth-request', names: { en: 'Berth request' } },
    },
  ],
};

/** Chooses a file on the page. */
async function chooseFile(text: string): Promise<void> {
  await page.getByLabelText('File').upload(new File([text], 'form.json', { type: 'application/json' }));
}

it('FormImportPage reports each part, and adds the type as one change that Undo takes back', async () => {
  const studio = createFakeStudio();
  const asked: unknown[] = [];
  studio.answer('form-import', ({ body }) => {
    asked.push(body);
    return Response.json(converted);
  });
  await studio.open('/studio/forms');
  await page.getByRole('button', { name: 'Import a form' }).click();
  await expect.element(page.getByRole('heading', { name: 'Import a form' })).toHaveFocus();
  await chooseFile('{}');
  await expect.element(page.getByRole('heading', { name: 'SurveyJS: 3 of 3 elements taken' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Visitors lose one thing' })).toBeVisible();
  await expect.element(page.getByText('What you can do: Write a rule')).toBeVisible();
  expect(asked).toEqual([{ name: 'form.json', text: '{}' }]);
  await page.getByText(/^Taken as something similar/).click();
  await expect.element(page.getByText('A text', { exact: true })).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveValue('Berth request');
  await name.fill('');
  await page.getByRole('button', { name: 'Add to the draft' }).click();
  await expect.element(page.getByText('Enter the name that visitors will see.')).toBeVisible();
  await expect.element(name).toHaveFocus();
  await name.fill('Berths');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/studio/forms/berth-request');
  await expect
    .poll(() => studio.changes().map(({ title }) => title))
    .toEqual([{ key: 'type-imported', values: { type: 'Berths' } }]);
  expect(studio.documents()['forms/berth-request/schema.json']).toMatchObject({
    title: 'Berths',
  });
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => studio.documents()['forms/berth-request/schema.json']).toBeUndefined();
});

it.each<[string, FormImportAnswer, RegExp]>([
  ['no JSON', { kind: 'no-json' }, /is not JSON/],
  ['the answers of a form', { kind: 'unknown-source' }, /Choose the export of a form/],
  ['a form without questions', { kind: 'refused', reason: 'it has no question' }, /it has no question/],
  ['a form that is too large', { kind: 'too-large' }, /too large for the draft/],
  ['a form that takes too long', { kind: 'too-long' }, /takes too long/],
  ['a draft with errors', { kind: 'draft-broken' }, /Correct them first/],
])('FormImportPage says of %s why it is not imported', async (_what, answer, reason) => {
  const studio = createFakeStudio();
  studio.answer('form-import', () => Response.json(answer));
  await studio.open('/studio/forms?import');
  await chooseFile('{}');
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(page.getByRole('alert').element().textContent).toMatch(reason);
  expect(studio.changes()).toEqual([]);
});

it('FormImportPage sends no file that is too large, and converts again if the draft has changed', async () => {
  const studio = createFakeStudio();
  let count = 0;
  studio.answer('form-import', () => {
    count += 1;
    return Response.json(converted);
  });
  await studio.open('/studio/forms?import');
  await chooseFile(' '.repeat(2_200_000));
  await expect.element(page.getByText(/the limit is 2 MB/)).toBeVisible();
  expect(count).toBe(0);
  await chooseFile('{}');
  await expect.element(page.getByRole('button', { name: 'Add to the draft' })).toBeVisible();
  studio.changeAsOther({ ...berth, after: { ...berth.after, title: 'Another' } });
  await page.getByRole('button', { name: 'Add to the draft' }).click();
  await expect.poll(() => count).toBe(2);
  expect(studio.changes()).toHaveLength(1);
});

it('FormImportPage names the role to people who may not add types', async () => {
  const studio = createFakeStudio({ role: 'editor', types: ['general'] });
  await studio.open('/studio/forms?import');
  await expect.element(page.getByText(/you need the role Editor for all enquiry types/)).toBeVisible();
  expect(page.getByLabelText('File').elements()).toEqual([]);
});
