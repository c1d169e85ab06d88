import { expect, it } from 'vitest';
import { drawField } from '../testing/draw-field.tsx';
import { loadNestedFields } from './load-nested-fields.ts';

const branch = (title: string, name: string, schema: object = { type: 'number' }) => ({
  ...{ type: 'object', title, required: [name] },
  properties: { [name]: { title: name, ...schema } },
});

/** Branches inside the second branch of others. */
const nested = {
  title: 'Drive',
  oneOf: [
    branch('Oars', 'pairs'),
    branch('Other', 'kind', { title: 'Kind', oneOf: [branch('Motor', 'power'), branch('Sail', 'masts')] }),
  ],
};

it('a choice of branches inside another is one of its own, with what was entered in each', async () => {
  await loadNestedFields();
  const screen = await drawField(nested);
  await screen.getByLabelText('Drive').selectOptions('Other');
  await expect.element(screen.getByRole('textbox', { name: 'power' })).toBeVisible();
  await screen.getByRole('textbox', { name: 'power' }).fill('40');
  await screen.getByLabelText('Kind').selectOptions('Sail');
  await screen.getByRole('textbox', { name: 'masts' }).fill('3');
  await screen.send();
  expect(screen.entered()).toEqual({ kind: { masts: 3 } });
  await screen.getByLabelText('Kind').selectOptions('Motor');
  await expect.element(screen.getByRole('textbox', { name: 'power' })).toHaveValue('40');
  await screen.getByLabelText('Drive').selectOptions('Oars');
  await screen.getByLabelText('Drive').selectOptions('Other');
  await expect.element(screen.getByRole('textbox', { name: 'power' })).toHaveValue('40');
  expect(screen.entered()).toEqual({ kind: { power: 40 } });
});
