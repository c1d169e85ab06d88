import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createTestForm, createTestSituation } from '../testing/forms.ts';
import { Harness } from '../testing/harness.tsx';

const arrival = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock(import('./blocks-layout.tsx'), async (original) => {
  await arrival.promise;
  return original();
});

const properties = { name: { type: 'string', title: 'Name' }, town: { type: 'string', title: 'Town' } };

const form = createTestForm(
  { properties },
  { 'ui:order': ['name', 'hint', 'town'], 'ui:blocks': { hint: { kind: 'notice' } } },
  {
    'texts/en.json': { 'blocks.hint.text': 'Please ask.' },
    'enquiry-types.json': {
      enquiryTypes: [
        { id: 1, key: 'sample', folder: 'sample' },
        { id: 2, key: 'plain', folder: 'plain' },
      ],
    },
    'forms/plain/schema.json': {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties,
    },
    'forms/plain/ui.json': {},
  },
);

async function draw(type: number) {
  const situation = createTestSituation(form, { entered: { enquiry_type: type } });
  const screen = await render(<Harness form={form} situation={situation} />);
  const findControls = () => [...screen.container.querySelectorAll('.sw-fields :is(input, select)')];
  const findNotices = () => screen.getByRole('note').elements();
  return Object.assign(screen, { findControls, findNotices });
}

/** `toEqual` compares elements by their markup, not by identity. */
function areSame(some: readonly Element[], others: readonly Element[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

describe('a form with blocks between its fields', () => {
  it('keeps its fields, the focus and the text that is typed when the module for blocks arrives', async () => {
    const screen = await draw(1);
    expect(screen.findNotices()).toHaveLength(0);
    const before = screen.findControls();
    expect(before).toHaveLength(3);
    const name = screen.getByRole('textbox', { name: 'Name' });
    await name.fill('Ann');
    arrival.resolve();
    await expect.element(screen.getByRole('note')).toHaveTextContent('Please ask.');
    expect(areSame(screen.findControls(), before)).toBe(true);
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveValue('Ann');
  });

  it('keeps the fields of both types and the focus when a visitor changes to a type with blocks and back', async () => {
    arrival.resolve();
    const screen = await draw(2);
    const before = screen.findControls();
    const type = screen.getByRole('combobox');
    (type.element() as HTMLElement).focus();
    for (const [key, count] of [
      ['sample', 1],
      ['plain', 0],
    ] as const) {
      await type.selectOptions(key);
      await expect.poll(() => screen.findNotices().length).toBe(count);
      expect(areSame(screen.findControls(), before)).toBe(true);
      await expect.element(type).toHaveFocus();
    }
  });
});
