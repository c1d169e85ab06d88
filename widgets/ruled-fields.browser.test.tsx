import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { expectNoViolations } from './testing/accessibility.ts';
import { createTestForm, createTestSituation, createTestValidators, documents } from './testing/forms.ts';
import { Harness } from './testing/harness.tsx';

const isBerth = { '==': [{ var: 'values.kind' }, 'berth'] };

const form = createTestForm(
  {
    properties: {
      kind: { type: 'string', title: 'Kind', enum: ['berth', 'crane'] },
      harbour: { type: 'string', title: 'Harbour', default: 'Poole' },
      draught: { type: 'number', title: 'Draught' },
      note: { type: 'string', title: 'Note' },
      guests: { type: 'array', title: 'Guests', items: { type: 'string', title: 'Guest' } },
    },
  },
  {},
  {
    'rules.json': {
      rules: [
        { id: 'a', description: 'd', when: isBerth, then: { readonly: ['harbour'], show: ['note'] } },
        { id: 'b', description: 'd', when: isBerth, then: { enable: ['draught', 'guests'] } },
        {
          id: 'c',
          description: 'd',
          when: isBerth,
          then: { label: { draught: 'keel' }, hint: { draught: 'deep' } },
        },
      ],
    },
    'texts/en.json': {
      ...(documents['texts/en.json'] as object),
      keel: 'Draught of her keel',
      deep: 'In metres',
    },
  },
);

describe('what rules say of a field', () => {
  it('is drawn as an answer brings it, and taken back with it', async () => {
    const screen = await render(
      <Harness
        form={form}
        situation={createTestSituation(form)}
        validatorsFor={createTestValidators(form)}
        heard={() => {}}
      />,
    );
    const harbour = screen.getByRole('textbox', { name: 'Harbour' });
    const draught = screen.getByRole('textbox', { name: 'Draught', exact: true });
    const add = screen.getByRole('button', { name: 'Add Guest' });
    const note = screen.getByRole('textbox', { name: 'Note' });
    await expect.element(draught).toBeDisabled();
    await expect.element(add).toBeDisabled();
    await expect.element(harbour).toBeEnabled();
    expect(note.query()).toBeNull();
    await harbour.fill('Cowes');
    await screen.getByRole('combobox', { name: 'Kind' }).selectOptions('berth');
    const keel = screen.getByRole('textbox', { name: 'Draught of her keel' });
    await expect.element(keel).toBeEnabled();
    await expect.element(keel).toHaveAccessibleDescription('In metres');
    await expect.element(add).toBeEnabled();
    await expect.element(note).toBeVisible();
    await expect.element(harbour).toHaveAttribute('readonly');
    await expect.element(harbour).toHaveValue('Poole');
    await expectNoViolations(screen.container);
    await screen.getByRole('combobox', { name: 'Kind' }).selectOptions('crane');
    await expect.element(harbour).toHaveValue('Cowes');
    await expect.element(draught).toBeDisabled();
    expect(note.query()).toBeNull();
  });
});
