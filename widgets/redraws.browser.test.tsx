import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { loadBlocks } from './blocks/load-blocks.ts';
import { createTestForm, createTestSituation } from './testing/forms.ts';
import { Harness } from './testing/harness.tsx';

const drawn = vi.hoisted(() => ({ fields: [] as string[], blocks: [] as string[], options: 0 }));

vi.mock(import('./frame/field-frame.tsx'), async (original) => {
  const module = await original();
  return {
    ...module,
    FieldFrame: (props) => {
      drawn.fields.push(props.id);
      return module.FieldFrame(props);
    },
  };
});

vi.mock(import('./blocks/block-view.tsx'), async (original) => {
  const module = await original();
  return {
    ...module,
    BlockView: (props) => {
      drawn.blocks.push(props.block.name);
      return module.BlockView(props);
    },
  };
});

vi.mock(import('./controls/widget-props.ts'), async (original) => {
  const module = await original();
  return {
    ...module,
    toAttributeValue: (value) => {
      drawn.options += 1;
      return module.toAttributeValue(value);
    },
  };
});

function fieldsOf(count: number) {
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  const text = (name: string) => [name, { type: 'string', title: name }];
  return createTestForm({
    properties: {
      ...Object.fromEntries(names.map(text)),
      port: {
        type: 'string',
        title: 'Port',
        enum: Array.from({ length: 3000 }, (_, index) => `port ${index}`),
      },
    },
  });
}

describe('a keystroke', () => {
  it.each(['blur', 'input'] as const)(
    'draws at most its own field again, of 200 (committed at %s)',
    async (commitOn) => {
      const form = fieldsOf(200);
      const heard = vi.fn();
      const screen = await render(
        <Harness form={form} situation={createTestSituation(form)} commitOn={commitOn} heard={heard} />,
      );
      await screen.getByLabelText('f100').click();
      drawn.fields.length = 0;
      drawn.options = 0;
      await userEvent.keyboard('a');
      expect(heard).toHaveBeenCalledTimes(commitOn === 'input' ? 1 : 0);
      expect(drawn.fields).toEqual(commitOn === 'input' ? ['t-f100'] : []);
      expect(drawn.options).toBe(0);
      await userEvent.tab();
      expect(new Set(drawn.fields)).toEqual(new Set(['t-f100']));
      expect(drawn.options).toBe(0);
    },
  );

  it('draws no block again, nor a field for a block that an answer brings', async () => {
    await loadBlocks();
    const form = createTestForm(
      {
        properties: {
          one: { type: 'string', title: 'One' },
          other: { type: 'string', title: 'Other' },
          last: { type: 'string', title: 'Last' },
        },
      },
      {
        'ui:blocks': { above: { kind: 'heading' }, news: { kind: 'notice' } },
        'ui:order': ['above', 'one', 'news', 'other', 'last'],
      },
      {
        'texts/en.json': { 'blocks.above.text': 'Above', 'blocks.news.text': 'What is new' },
        'rules.json': {
          rules: [
            {
              id: 'news',
              description: 'News for those who ask.',
              when: { '!=': [{ var: 'values.one' }, 'news'] },
              then: { hide: ['news'] },
            },
          ],
        },
      },
    );
    const screen = await render(
      <Harness form={form} situation={createTestSituation(form)} commitOn="input" />,
    );
    await screen.getByLabelText('One').fill('new');
    drawn.fields.length = 0;
    drawn.blocks.length = 0;
    await userEvent.keyboard('e');
    expect([new Set(drawn.fields), drawn.blocks]).toEqual([new Set(['t-one']), []]);
    await screen.getByLabelText('One').fill('news');
    await expect.element(screen.getByRole('note')).toHaveTextContent('What is new');
    expect(new Set(drawn.fields)).toEqual(new Set(['t-one']));
    const listStatuses = () =>
      [...screen.container.querySelectorAll('[role=status]')].map((at) => at.textContent);
    await expect.poll(listStatuses).toContain('What is new');
  });

  it('draws only its own place inside a field again', async () => {
    const form = createTestForm({
      properties: {
        other: { type: 'string', title: 'Other' },
        boat: {
          type: 'object',
          title: 'Boat',
          properties: { make: { type: 'string', title: 'Make' }, model: { type: 'string', title: 'Model' } },
        },
      },
    });
    const screen = await render(
      <Harness form={form} situation={createTestSituation(form)} commitOn="input" />,
    );
    await screen.getByLabelText('Make').click();
    drawn.fields.length = 0;
    await userEvent.keyboard('a');
    expect(new Set(drawn.fields)).toEqual(new Set(['t-boat-make']));
  });

  it('draws, where problems are shown, only the field again whose problem it mends', async () => {
    const form = createTestForm({
      required: ['one', 'two'],
      properties: { one: { type: 'string', title: 'One' }, two: { type: 'string', title: 'Two' } },
    });
    const problems = (['one', 'two'] as const).map((field) => ({ field, code: 'required' as const }));
    const props = { form, situation: createTestSituation(form), commitOn: 'input' } as const;
    const screen = await render(<Harness {...props} problems={problems} />);
    drawn.fields.length = 0;
    await screen.rerender(<Harness {...props} problems={problems.slice(1)} />);
    expect(new Set(drawn.fields)).toEqual(new Set(['t-one']));
    await expect
      .element(screen.getByRole('textbox', { name: 'Two' }))
      .toHaveAttribute('aria-invalid', 'true');
  });
});
