import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { createTestForm, createTestSituation, createTestValidators } from './testing/forms.ts';
import { Harness } from './testing/harness.tsx';

const properties = {
  make: { type: 'string', title: 'Make' },
  notes: { type: 'string', title: 'Notes' },
  rig: { type: 'string', title: 'Rig', enum: ['s', 'k'] },
  hull: { type: 'string', title: 'Hull', default: 'GRP', readOnly: true },
  berth: { type: 'string', title: 'Berth' },
};

const ui = {
  make: {
    'ui:title': 'Maker',
    'ui:description': 'Who built her',
    'ui:placeholder': 'Alerion',
  },
  notes: { 'ui:widget': 'textarea', 'ui:help': 'In your own words', 'ui:options': { rows: 7 } },
  rig: { 'ui:enumNames': ['Sloop', 'Ketch'], 'ui:enumDisabled': ['k'] },
  berth: { 'ui:disabled': true },
};

function draw(schema: Parameters<typeof createTestForm>[0], uiSchema: Readonly<Record<string, unknown>>) {
  const form = createTestForm(schema, uiSchema);
  return render(
    <Harness
      form={form}
      situation={createTestSituation(form)}
      validatorsFor={createTestValidators(form)}
      heard={() => {}}
    />,
  );
}

describe.each([
  ['a field', { properties }, ui],
  ['a field inside another', { properties: { boat: { type: 'object', properties } } }, { boat: ui }],
])('what a UI schema says of %s', (_what, schema, uiSchema) => {
  it('is drawn', async () => {
    const screen = await draw(schema, uiSchema);
    const make = screen.getByRole('textbox', { name: 'Maker' });
    await expect.element(make).toHaveAccessibleDescription('Who built her');
    await expect.element(make).toHaveAttribute('placeholder', 'Alerion');
    const notes = screen.getByRole('textbox', { name: 'Notes' });
    await expect.element(notes).toHaveAccessibleDescription('In your own words');
    await expect.element(notes).toHaveAttribute('rows', '7');
    await expect.element(screen.getByRole('option', { name: 'Sloop' })).toBeEnabled();
    await expect.element(screen.getByRole('option', { name: 'Ketch' })).toBeDisabled();
    await expect.element(screen.getByRole('textbox', { name: 'Hull' })).toHaveAttribute('readonly');
    await expect.element(screen.getByRole('textbox', { name: 'Hull' })).toHaveValue('GRP');
    await expect.element(screen.getByRole('textbox', { name: 'Berth' })).toBeDisabled();
  });
});

describe('consent', () => {
  const consent = { title: 'I agree', enum: [true] };
  it.each([
    ['as a field', { properties: { terms: consent }, required: ['terms'] }],
    [
      'inside another',
      { properties: { boat: { type: 'object', properties: { terms: consent }, required: ['terms'] } } },
    ],
  ])('is a box to tick, and is asked for as one: %s', async (_where, schema) => {
    const screen = await draw(schema, {});
    const box = screen.getByRole('checkbox', { name: 'I agree' });
    await box.click();
    await box.click();
    await screen.getByRole('button', { name: 'Send' }).click();
    await expect.element(box).toHaveAccessibleDescription('Tick the box: I agree');
  });
});

describe('titled constants of an anyOf', () => {
  const rig = {
    title: 'Rig',
    anyOf: [
      { const: 1, title: 'Sloop' },
      { const: 2, title: 'Ketch' },
    ],
  };
  it.each([
    ['as a field', { properties: { rig } }],
    [
      'inside a list inside an object',
      {
        properties: {
          boat: { type: 'object', properties: { rigs: { type: 'array', minItems: 1, items: rig } } },
        },
      },
    ],
  ])('are a choice: %s', async (_where, schema) => {
    const screen = await draw(schema, {});
    const list = screen.getByRole('combobox', { name: /^Rig/ });
    await expect.element(list).toBeInTheDocument();
    expect([...list.element().querySelectorAll('option')].map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Sloop', 'Ketch']),
    );
  });
});
