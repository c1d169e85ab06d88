import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { otherChoice } from '#engine';
import { renderField } from '../testing/render-field.tsx';
import '../theme/theme.css';

const rig = { type: 'string', maxLength: 20, examples: ['sloop', 'ketch'] };
const rigs = { type: 'array', uniqueItems: true, items: rig };
const ui = { 'ui:other': true };

type Screen = Awaited<ReturnType<typeof renderField>>;
const getOtherInput = (screen: Screen) => screen.getByLabelText(/^Your answer/);

describe.each(['radio', 'select'] as const)('"Other" of the widget %s', (widget) => {
  /** Chooses a choice by its label. */
  async function choose(screen: Screen, label: string): Promise<void> {
    if (widget === 'radio') await screen.getByRole('radio', { name: label }).click();
    else await screen.getByRole('combobox').selectOptions(label);
  }

  it('shows its text input only while it is chosen', async () => {
    const screen = await renderField(rig, widget, { ui });
    await expect.element(getOtherInput(screen)).not.toBeVisible();
    await choose(screen, 'Other…');
    await expect.element(getOtherInput(screen)).toBeVisible();
    await choose(screen, 'ketch');
    await expect.element(getOtherInput(screen)).not.toBeVisible();
    expect(screen.entered()).toBe('ketch');
  });

  it('names its text input by the question, and marks it as required', async () => {
    const screen = await renderField(rig, widget, { ui });
    await choose(screen, 'Other…');
    await expect
      .element(screen.getByRole('textbox', { name: 'Your answer (It)', exact: true }))
      .toBeVisible();
    const mark = screen.container.querySelector('.sw-other .sw-required');
    expect(mark?.textContent).toBe(' *');
  });

  it('announces that its text input follows, once it does', async () => {
    const screen = await renderField(rig, widget, { ui, entered: { it: 'Schooner' } });
    const status = () => screen.container.querySelector('.sw-with-other > [role=status]')?.textContent;
    await choose(screen, 'ketch');
    expect(status()).toBe('');
    await choose(screen, 'Other…');
    await expect.poll(status).toBe('A field for your answer follows.');
    await getOtherInput(screen).fill('Yawl');
    await userEvent.tab();
    await choose(screen, 'ketch');
    await expect.poll(status).toBe('');
  });

  it('commits its text as the value', async () => {
    const screen = await renderField(rig, widget, { ui });
    await choose(screen, 'Other…');
    expect(screen.entered()).toBe(otherChoice);
    await getOtherInput(screen).fill('Schooner');
    await userEvent.tab();
    expect(screen.entered()).toBe('Schooner');
    await expect.element(getOtherInput(screen)).toBeVisible();
  });

  it('shows a text that is no choice as its own', async () => {
    const screen = await renderField(rig, widget, { ui, entered: { it: 'Schooner' } });
    await expect.element(getOtherInput(screen)).toHaveValue('Schooner');
    await expect.element(getOtherInput(screen)).toBeVisible();
  });

  it('asks for its text, also where the field is optional', async () => {
    const screen = await renderField(rig, widget, { ui });
    await choose(screen, 'Other…');
    await screen.send();
    await expect.element(screen.getByText('Fill in: It').first()).toBeVisible();
    await expect.element(getOtherInput(screen)).toHaveFocus();
    await expect.element(getOtherInput(screen)).toHaveAttribute('aria-required', 'true');
    await getOtherInput(screen).fill('x');
    await screen.send();
    await expect.poll(() => screen.container.querySelector('.sw-error')).toBeNull();
  });

  it('reports a text that the schema refuses', async () => {
    const screen = await renderField(rig, widget, { ui, entered: { it: 'A schooner with square sails' } });
    await screen.send();
    await expect.poll(() => screen.container.querySelector('.sw-error')?.textContent).toMatch(/20/);
  });
});

describe('"Other" of checkboxes', () => {
  it('adds its text to the list', async () => {
    const screen = await renderField(rigs, 'checkboxes', { ui });
    await screen.getByRole('checkbox', { name: 'ketch' }).click();
    await screen.getByRole('checkbox', { name: 'Other…' }).click();
    expect(screen.entered()).toEqual(['ketch', otherChoice]);
    await getOtherInput(screen).fill('Schooner');
    await userEvent.tab();
    expect(screen.entered()).toEqual(['ketch', 'Schooner']);
    await screen.getByRole('checkbox', { name: 'sloop' }).click();
    expect(screen.entered()).toEqual(['sloop', 'ketch', 'Schooner']);
    await screen.getByRole('checkbox', { name: 'Other…' }).click();
    expect(screen.entered()).toEqual(['sloop', 'ketch']);
  });
});

it('"Other" of checkboxes adds no text that is chosen already', async () => {
  const screen = await renderField(rigs, 'checkboxes', { ui });
  await screen.getByRole('checkbox', { name: 'ketch' }).click();
  await screen.getByRole('checkbox', { name: 'Other…' }).click();
  await getOtherInput(screen).fill(' ketch ');
  await userEvent.tab();
  expect(screen.entered()).toEqual(['ketch']);
  await expect.element(screen.getByRole('checkbox', { name: 'Other…' })).not.toBeChecked();
});

it('"Other" of checkboxes accepts a text of several words, letter by letter', async () => {
  const screen = await renderField(rigs, 'checkboxes', { ui });
  await screen.getByRole('checkbox', { name: 'Other…' }).click();
  await getOtherInput(screen).click();
  await userEvent.keyboard('New York');
  await expect.element(getOtherInput(screen)).toHaveValue('New York');
  await userEvent.tab();
  expect(screen.entered()).toEqual(['New York']);
});

describe('a wrong text of "Other"', () => {
  it.each([
    ['radio', rig, otherChoice],
    ['checkboxes', rigs, [otherChoice]],
  ] as const)('leaves a visible mark in the chosen box: %s', async (widget, schema, chosen) => {
    const screen = await renderField(schema, widget, { ui, entered: { it: chosen } });
    await screen.send();
    const box = screen.container.querySelector(':checked') as HTMLInputElement;
    await expect.element(box).toHaveAttribute('aria-invalid', 'true');
    const colours = () => [getComputedStyle(box, '::before').backgroundColor, getComputedStyle(box).color];
    const danger = getComputedStyle(screen.container.querySelector('.sw-error') as Element).color;
    await expect.poll(colours).toEqual([danger, danger]);
  });

  it('is reported at the checkboxes', async () => {
    const entered = { it: ['ketch', 'A schooner with square sails'] };
    const screen = await renderField(rigs, 'checkboxes', { ui, entered });
    await screen.send();
    await expect.poll(() => screen.container.querySelector('.sw-error')?.textContent).toMatch(/20/);
  });
});

describe('"Other" inside a list', () => {
  it('is offered for each item', async () => {
    const schema = {
      type: 'array',
      items: {
        type: 'object',
        properties: { rig: { ...rig, title: 'Rig' }, rigs: { ...rigs, title: 'Rigs' } },
      },
    };
    const screen = await renderField(schema, 'array', {
      entered: { it: [{ rig: 'Schooner', rigs: ['ketch', 'Yawl'] }] },
      ui: {
        items: {
          rig: { 'ui:widget': 'radio', 'ui:other': true },
          rigs: { 'ui:widget': 'checkboxes', 'ui:other': true },
        },
      },
    });
    await expect.element(getOtherInput(screen).first()).toHaveValue('Schooner');
    await expect.element(getOtherInput(screen).last()).toHaveValue('Yawl');
    await getOtherInput(screen).first().fill('Cutter');
    await userEvent.tab();
    expect(screen.entered()).toEqual([{ rig: 'Cutter', rigs: ['ketch', 'Yawl'] }]);
    await screen.getByRole('radio', { name: 'sloop' }).click();
    expect(screen.entered()).toEqual([{ rig: 'sloop', rigs: ['ketch', 'Yawl'] }]);
  });
});
