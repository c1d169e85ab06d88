import { act, type ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Form, Values } from '#engine';
import { loadLazyWidgets } from './lazy/load-lazy-widgets.ts';
import { loadNestedFields } from './nested/load-nested-fields.ts';
import {
  compileFrozenForm,
  createTestForm,
  createTestSituation,
  createTestValidators,
} from './testing/forms.ts';
import { Harness } from './testing/harness.tsx';

let root: Root | undefined;
beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterAll(() => vi.unstubAllGlobals());
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

/**
 * Renders a form as the server does and returns a way to hydrate it. `entered()` returns the values that were
 * committed since. `beside` is drawn after the form.
 */
function served(form: Form, entered: Values = {}, beside?: ReactNode) {
  let latest: Values = entered;
  const tree = (
    <>
      <Harness
        form={form}
        situation={createTestSituation(form, { entered })}
        validatorsFor={createTestValidators(form)}
        heard={(values) => {
          latest = values;
        }}
      />
      {beside}
    </>
  );
  const container = document.createElement('main');
  container.innerHTML = renderToString(tree);
  document.body.append(container);
  const mismatches: unknown[] = [];
  const hydrate = async () => {
    await act(async () => {
      root = hydrateRoot(container, tree, { onRecoverableError: (error) => mismatches.push(error) });
    });
    expect(mismatches).toEqual([]);
  };
  return { container, hydrate, entered: () => latest };
}

/** Works amid the taking over: once what stands before it was drawn, before anything of it is committed. */
function Extension({ works }: { readonly works: () => void }): ReactNode {
  works();
  return null;
}

describe('hydration', () => {
  const form = compileFrozenForm();

  it.each(form.types.map(({ id, key }) => [key, id] as const))(
    'takes over what the server drew of %s without a mismatch or a word in the console',
    async (_key, id) => {
      const errors = vi.spyOn(console, 'error');
      const { container, hydrate } = served(form, { enquiry_type: id, name: 'Ada', message: 'Two\nlines' });
      const before = container.innerHTML;
      await hydrate();
      expect(container.innerHTML).toBe(before);
      expect(errors.mock.calls).toEqual([]);
      errors.mockRestore();
    },
  );

  it('draws no style attribute, which a strict policy would block', () => {
    for (const { id } of form.types) {
      const { container } = served(form, { enquiry_type: id });
      expect(container.querySelector('[style]')).toBeNull();
    }
  });

  it('keeps what was typed, chosen and ticked before, and commits it', async () => {
    const { hydrate, entered } = served(form, { enquiry_type: 8 });
    await page.getByRole('textbox', { name: 'Boat make' }).fill('Alerion');
    await page.getByRole('textbox', { name: 'Additional information' }).fill('New sails,\nold engine');
    await page.getByRole('combobox', { name: 'Condition of the boat' }).selectOptions('7');
    await page.getByRole('radio', { name: 'Tax not paid' }).click();
    await page.getByRole('checkbox', { name: /accept/ }).click();
    await page.getByRole('textbox', { name: 'Year of build' }).fill('2015');
    await hydrate();
    expect(entered()).toMatchObject({
      boat_make: 'Alerion',
      additional_information: 'New sails,\nold engine',
      condition_of_boat: 7,
      tax_paid_status: 'tax-not-paid',
      accept_term: true,
      year: '2015',
    });
    await expect.element(page.getByRole('textbox', { name: 'Boat make' })).toHaveValue('Alerion');
    await expect
      .element(page.getByRole('textbox', { name: 'Additional information' }))
      .toHaveValue('New sails,\nold engine');
    await expect.element(page.getByRole('combobox', { name: 'Condition of the boat' })).toHaveValue('7');
    await expect.element(page.getByRole('radio', { name: 'Tax not paid' })).toBeChecked();
    await expect.element(page.getByRole('checkbox', { name: /accept/ })).toBeChecked();
  });

  it('keeps what was typed over a text that the server had drawn', async () => {
    const { hydrate, entered } = served(form, { enquiry_type: 3, name: 'Ada', message: 'Hello' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace');
    await page.getByRole('textbox', { name: 'Message' }).fill('Good day');
    await hydrate();
    expect(entered()).toMatchObject({ name: 'Grace', message: 'Good day' });
    await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Good day');
  });

  it('keeps what an extension writes without a word while React takes over other fields', async () => {
    let write = () => {};
    const { hydrate, entered } = served(
      form,
      { enquiry_type: 3, name: 'Ada' },
      <Extension works={() => write()} />,
    );
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace');
    write = () => {
      for (const control of document.querySelectorAll<HTMLInputElement>('[name="name"], [name="message"]'))
        control.value = `written into ${control.name}`;
    };
    await hydrate();
    expect(entered()).toMatchObject({ name: 'written into name', message: 'written into message' });
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('written into name');
    await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('written into message');
  });

  it('follows a type that was chosen before, keeping what was typed beside it', async () => {
    const { hydrate, entered } = served(form, {});
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.getByRole('combobox', { name: 'What is it about?' }).selectOptions('service');
    await hydrate();
    expect(entered()).toMatchObject({ enquiry_type: 7, name: 'Ada' });
    await expect.element(page.getByRole('textbox', { name: 'Boat model' })).toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
  });

  it('leaves focus and caret where they are', async () => {
    const { hydrate } = served(form, {});
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.click();
    await userEvent.keyboard('Ada');
    const element = name.element() as HTMLInputElement;
    element.setSelectionRange(1, 2);
    expect([element.selectionStart, element.selectionEnd]).toEqual([1, 2]);
    expect(element.value).toBe('Ada');
    await hydrate();
    await expect.poll(() => document.activeElement).toBe(element);
    expect([element.selectionStart, element.selectionEnd]).toEqual([1, 2]);
    await userEvent.keyboard('x');
    expect(element.value).toBe('Axa');
  });

  it('hands nothing on where nothing was entered', async () => {
    for (const { id } of form.types) {
      const { hydrate, entered } = served(form, { enquiry_type: id });
      await hydrate();
      expect(entered()).toEqual({ enquiry_type: id });
      root?.unmount();
    }
  });

  it('takes over sliders and colours that were moved before, and leaves others alone', async () => {
    await loadLazyWidgets();
    const scales = createTestForm(
      {
        properties: {
          length: { type: 'integer', title: 'Length', minimum: 0, maximum: 40 },
          width: { type: 'integer', title: 'Width' },
          colour: { type: 'string', title: 'Colour' },
        },
      },
      { length: { 'ui:widget': 'range' }, width: { 'ui:widget': 'range' }, colour: { 'ui:widget': 'color' } },
    );
    const { hydrate, entered } = served(scales);
    await page.getByRole('slider', { name: 'Length' }).fill('12');
    await hydrate();
    expect(entered()).toEqual({ length: 12 });
  });

  it('takes over a rating that was chosen before', async () => {
    await loadLazyWidgets();
    const ratings = createTestForm(
      { properties: { service: { type: 'integer', title: 'Service', minimum: 1, maximum: 5 } } },
      { service: { 'ui:widget': 'rating' } },
    );
    const { hydrate, entered } = served(ratings);
    await page.getByRole('radio', { name: '4' }).click();
    await hydrate();
    expect(entered()).toEqual({ service: 4 });
  });

  it.each(['radio', 'select', 'checkboxes'])('takes over the text of "Other" from %s', async (widget) => {
    const rig = { type: 'string', title: 'Rig', examples: ['sloop', 'ketch'] };
    const isList = widget === 'checkboxes';
    const rigs = createTestForm(
      { properties: { rig: isList ? { type: 'array', title: 'Rig', items: rig } : rig } },
      { rig: { 'ui:widget': widget, 'ui:other': true } },
    );
    if (isList) await loadNestedFields();
    const { container, hydrate, entered } = served(rigs);
    if (widget === 'select') await page.getByRole('combobox').selectOptions('Other…');
    else await page.getByText('Other…').click();
    await page
      .elementLocator(container)
      .getByLabelText(/^Your answer/)
      .fill('Schooner');
    await hydrate();
    expect(entered()).toEqual({ rig: isList ? ['Schooner'] : 'Schooner' });
    expect(container.querySelector<HTMLInputElement>('.sw-other > input')?.value).toBe('Schooner');
  });

  it('takes over positions that were chosen before as the order that they result in', async () => {
    const goals = { type: 'array', uniqueItems: true, items: { enum: ['price', 'speed', 'range'] } };
    const ranked = createTestForm(
      { properties: { goals, others: goals } },
      { goals: { 'ui:widget': 'ranking' }, others: { 'ui:widget': 'ranking' } },
    );
    await Promise.all([loadLazyWidgets(), loadNestedFields()]);
    const { container, hydrate, entered } = served(ranked);
    const range = container.querySelector<HTMLSelectElement>('[name="goals[range]"]');
    await page.elementLocator(range as HTMLSelectElement).selectOptions('1');
    await hydrate();
    expect(entered()).toEqual({ goals: ['range', 'price', 'speed'] });
    const shown = [...container.querySelectorAll<HTMLSelectElement>('[name^="goals["]')];
    expect(shown.map(({ name, value }) => [name, value])).toEqual([
      ['goals[range]', '1'],
      ['goals[price]', '2'],
      ['goals[speed]', '3'],
    ]);
  });

  it('takes over nested fields', async () => {
    await loadNestedFields();
    const boats = createTestForm({
      properties: {
        boat: { type: 'object', title: 'Boat', properties: { make: { type: 'string', title: 'Make' } } },
        ports: { type: 'array', title: 'Ports', items: { type: 'string', title: 'Port' } },
      },
    });
    const { hydrate, entered } = served(boats, { ports: ['Cowes'] });
    await page.getByRole('textbox', { name: 'Make' }).fill('Alerion');
    await page.getByRole('textbox', { name: 'Port 1' }).fill('Lymington');
    await hydrate();
    expect(entered()).toEqual({ boat: { make: 'Alerion' }, ports: ['Lymington'] });
  });
});
