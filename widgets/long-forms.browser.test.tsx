import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import './theme/theme.css';
import { render } from 'vitest-browser-react';
import { loadBlocks } from './blocks/load-blocks.ts';
import { loadLateWidgets } from './late/load-late-widgets.ts';
import { documents, formOf, situationOf } from './testing/forms.ts';
import { Harness } from './testing/harness.tsx';

const count = 60;

/** A long form: rules show more of it, one field is a choice that is typed at a part's end, and a block stands at a part's beginning. */
const form = formOf(
  {
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `f${at}`,
        {
          type: 'string',
          title: `F${at}`,
          ...(at === 23 && { enum: ['Falmouth', 'Fowey', 'Poole', 'Cowes'] }),
        },
      ]),
    ),
  },
  {
    f23: { 'ui:widget': 'autocomplete' },
    'ui:blocks': { above: { kind: 'heading' } },
    'ui:order': [
      ...Array.from({ length: 24 }, (_, at) => `f${at}`),
      'above',
      ...Array.from({ length: count - 24 }, (_, at) => `f${at + 24}`),
    ],
  },
  {
    'texts/en.json': { ...(documents['texts/en.json'] as object), 'blocks.above.text': 'Above' },
    'rules.json': {
      rules: [
        {
          id: 'more',
          description: 'More for those who ask.',
          when: { '==': [{ var: 'values.f30' }, 'more'] },
          then: { show: ['f2', 'f29'] },
        },
      ],
    },
  },
);

async function draw() {
  await Promise.all([loadBlocks(), loadLateWidgets()]);
  const screen = await render(<Harness form={form} situation={situationOf(form)} commitOn="input" />);
  // What draws it is loaded when it is first drawn.
  await expect.poll(() => screen.getByRole('combobox', { name: 'F23' }).element().localName).toBe('input');
  const names = () =>
    [...screen.container.querySelectorAll('.sw-fields [name^=f], .sw-heading')].map(
      (element) => element.getAttribute('name') ?? element.textContent,
    );
  return { screen, names };
}

describe('a long form', () => {
  it('stands in parts, and in them its fields and blocks in their order', async () => {
    const { screen, names } = await draw();
    expect(screen.container.querySelectorAll('.sw-fields--part').length).toBe(3);
    const shown = Array.from({ length: count }, (_, at) => `f${at}`).filter(
      (name) => !['f2', 'f29'].includes(name),
    );
    expect(names()).toEqual([...shown.slice(0, 23), 'Above', ...shown.slice(23)]);
  });

  it('keeps every control, the focus and what is typed where rules bring fields', async () => {
    const { screen, names } = await draw();
    const before = [...screen.container.querySelectorAll('[name^=f]')];
    await screen.getByLabelText('F30').click();
    await userEvent.keyboard('more');
    await expect.poll(names).toContain('f29');
    expect(names()).toEqual([
      ...Array.from({ length: 24 }, (_, at) => `f${at}`),
      'Above',
      ...Array.from({ length: count - 24 }, (_, at) => `f${at + 24}`),
    ]);
    expect(before.filter((control) => !control.isConnected).map((control) => control.outerHTML)).toEqual([]);
    expect(document.activeElement).toBe(screen.getByLabelText('F30').element());
    expect((document.activeElement as HTMLInputElement).value).toBe('more');
  });

  it('shows the open list of a part above the next', async () => {
    const { screen } = await draw();
    await screen.getByRole('combobox', { name: 'F23' }).click();
    const option = screen.getByRole('option', { name: 'Cowes' }).element();
    const { left, top, width, height } = option.getBoundingClientRect();
    const [part, next] = screen.container.querySelectorAll('.sw-fields--part');
    expect(top).toBeGreaterThan(part?.getBoundingClientRect().bottom ?? 0);
    expect(next?.contains(option)).toBe(false);
    expect(option.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true);
  });
});
