import { describe, expect, it } from 'vitest';
import type { ChosenBranch } from '../fields/restored-fields.ts';
import { renderField } from '../testing/render-field.tsx';
import { loadNestedFields } from './load-nested-fields.ts';

const branch = (title: string, name: string, schema: object = { type: 'number' }) => ({
  type: 'object',
  title,
  required: [name],
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
  const screen = await renderField(nested);
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

it('a default that was emptied stays empty when a visitor returns to its branch', async () => {
  await loadNestedFields();
  const screen = await renderField({
    title: 'Drive',
    oneOf: [branch('Oars', 'pairs'), branch('Motor', 'made', { type: 'string', default: 'Volvo' })],
  });
  await screen.getByLabelText('Drive').selectOptions('Motor');
  await expect.element(screen.getByRole('textbox', { name: 'made' })).toHaveValue('Volvo');
  await screen.getByRole('textbox', { name: 'made' }).fill('');
  await screen.getByLabelText('Drive').selectOptions('Oars');
  await screen.getByLabelText('Drive').selectOptions('Motor');
  await expect.element(screen.getByRole('textbox', { name: 'made' })).toHaveValue('');
});

/** Branches whose values look alike: nothing but the choice tells which is meant. */
const alike = (...titles: readonly string[]) => ({
  title: 'Drive',
  oneOf: titles.map((title) => ({
    type: 'object',
    title,
    properties: { made: { type: 'string', title: 'Made by' }, [title]: { type: 'string', title } },
  })),
});

/** Makes the part of a page's draft that keeps a field over a reload. */
function tab() {
  const chosen = new Map<string, ChosenBranch>();
  const onBranch = (key: string, one: ChosenBranch | undefined) => {
    if (one === undefined) chosen.delete(key);
    else chosen.set(key, one);
  };
  return {
    chosen,
    drawing: () => ({ onBranch, branches: JSON.parse(JSON.stringify(Object.fromEntries(chosen))) }),
  };
}

describe('after a reload', () => {
  it('what was entered in a branch that was left is there again', async () => {
    await loadNestedFields();
    const { drawing } = tab();
    const first = await renderField(nested, undefined, drawing());
    await first.getByRole('textbox', { name: 'pairs' }).fill('2');
    await first.getByLabelText('Drive').selectOptions('Other');
    await first.getByRole('textbox', { name: 'power' }).fill('40');
    await first.getByLabelText('Kind').selectOptions('Sail');
    await first.getByRole('textbox', { name: 'masts' }).fill('3');
    await first.send();
    const it = first.entered();
    await first.unmount();
    const next = await renderField(nested, undefined, { entered: { it }, ...drawing() });
    await expect.element(next.getByRole('textbox', { name: 'masts' })).toHaveValue('3');
    await next.getByLabelText('Kind').selectOptions('Motor');
    await expect.element(next.getByRole('textbox', { name: 'power' })).toHaveValue('40');
    await next.getByLabelText('Drive').selectOptions('Oars');
    await expect.element(next.getByRole('textbox', { name: 'pairs' })).toHaveValue('2');
  });

  it('an item of a list has its own choice, wherever it stands by then', async () => {
    await loadNestedFields();
    const { drawing } = tab();
    const list = { type: 'array', title: 'Boats', items: alike('Oars', 'Sail', 'Motor') };
    const made = (...names: readonly string[]) => ({ it: names.map((name) => ({ made: name })) });
    const first = await renderField(list, undefined, { entered: made('A', 'B', 'C'), ...drawing() });
    await first.getByLabelText('Drive').nth(1).selectOptions('Sail');
    await first.getByLabelText('Drive').nth(2).selectOptions('Motor');
    await first
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await expect.poll(() => first.getByLabelText('Drive').all().length).toBe(2);
    await first.send();
    await first.unmount();
    const next = await renderField(list, undefined, { entered: made('B', 'C'), ...drawing() });
    await expect.element(next.getByLabelText('Drive').nth(0)).toHaveDisplayValue('Sail');
    await expect.element(next.getByLabelText('Drive').nth(1)).toHaveDisplayValue('Motor');
    await next
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await expect.poll(() => next.getByLabelText('Drive').all().length).toBe(1);
    await next.unmount();
    const last = await renderField(list, undefined, { entered: made('C', 'D'), ...drawing() });
    await expect.element(last.getByLabelText('Drive').nth(0)).toHaveDisplayValue('Motor');
    await expect.element(last.getByLabelText('Drive').nth(1)).toHaveDisplayValue('Oars');
  });

  it('a choice is none where other branches stand at its place', async () => {
    await loadNestedFields();
    const { drawing } = tab();
    const first = await renderField(alike('Oars', 'Sail'), undefined, drawing());
    await first.getByLabelText('Drive').selectOptions('Sail');
    await first.getByRole('textbox', { name: 'Made by' }).fill('Ann');
    await first.send();
    await first.unmount();
    const next = await renderField(alike('Steam', 'Oars'), undefined, {
      entered: { it: { made: 'Ann' } },
      ...drawing(),
    });
    await expect.element(next.getByLabelText('Drive').first()).toHaveDisplayValue('Steam');
  });
});
