import { type ReactNode, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import './theme/theme.css';
import { render } from 'vitest-browser-react';
import type { Form, Values } from '#engine';
import { loadBlocks } from './blocks/load-blocks.ts';
import { loadLazyWidgets } from './lazy/load-lazy-widgets.ts';
import { createTestForm, createTestSituation, documents } from './testing/forms.ts';
import { Harness } from './testing/harness.tsx';

const count = 60;

const fields = Object.fromEntries(
  Array.from({ length: count }, (_, at) => [
    `f${at}`,
    {
      type: 'string',
      title: `F${at}`,
      ...(at === 23 && { enum: ['Falmouth', 'Fowey', 'Poole', 'Cowes'] }),
    },
  ]),
);

/** A long form: rules show more of it, one field is a choice that is typed at a part's end, and a block stands at a part's beginning. */
const form = createTestForm(
  {
    properties: fields,
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

/** The long form, and one that asks a single thing. */
const twoForms = createTestForm(
  { properties: fields },
  {},
  {
    'enquiry-types.json': {
      enquiryTypes: [
        { id: 1, key: 'sample', folder: 'sample' },
        { id: 2, key: 'short', folder: 'short' },
      ],
    },
    'forms/short/schema.json': {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { note: { type: 'string', title: 'Note' } },
    },
    'forms/short/ui.json': {},
  },
);

async function draw() {
  await Promise.all([loadBlocks(), loadLazyWidgets()]);
  const screen = await render(<Harness form={form} situation={createTestSituation(form)} commitOn="input" />);
  // What draws it is loaded when it is first drawn.
  await expect.poll(() => screen.getByRole('combobox', { name: 'F23' }).element().localName).toBe('input');
  const names = () =>
    [...screen.container.querySelectorAll('.sw-fields [name^=f], .sw-heading')].map(
      (element) => element.getAttribute('name') ?? element.textContent,
    );
  return { screen, names };
}

/** Calls back as soon as React has taken over what stands around the parts, and none of them. */
function Lookout({ onTakenOver }: { readonly onTakenOver: () => void }): ReactNode {
  useLayoutEffect(() => queueMicrotask(onTakenOver), [onTakenOver]);
  return null;
}

/** The form as a server draws it, and what happens to it as soon as its parts wait to be taken over; gives what was committed by then. */
async function takenOver(form: Form, before: (control: Control) => void, amid: (control: Control) => void) {
  await Promise.all([loadBlocks(), loadLazyWidgets()]);
  let entered: Values = {};
  let byThen: Values | undefined;
  const errors: unknown[] = [];
  const control = (name: string) =>
    container.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
  const onTakenOver = () => {
    amid(control);
    byThen = entered;
  };
  const tree = (
    <>
      <Harness
        form={form}
        situation={createTestSituation(form)}
        heard={(values) => {
          entered = values;
        }}
      />
      <Lookout onTakenOver={onTakenOver} />
    </>
  );
  const container = document.createElement('main');
  container.innerHTML = renderToString(tree);
  document.body.append(container);
  before(control);
  const root = hydrateRoot(container, tree, { onRecoverableError: (error) => errors.push(error) });
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  await expect.poll(() => byThen).toBeDefined();
  return { container, control, byThen, entered: () => entered, errors };
}

type Control = (name: string) => HTMLInputElement;

describe('a long form that a server drew', () => {
  const first = 'f0';
  const last = `f${count - 1}`;

  it('is taken over part by part, each with what was typed before', async () => {
    const { entered, errors, byThen } = await takenOver(
      form,
      (control) => {
        for (const name of [first, last]) control(name).value = `into ${name}`;
      },
      () => {},
    );
    expect(byThen).toEqual({});
    await expect.poll(entered).toMatchObject({ [first]: `into ${first}`, [last]: `into ${last}` });
    expect(errors).toEqual([]);
  });

  it('hears what is done in a part that waits, and keeps what was typed there', async () => {
    const { control, byThen, errors } = await takenOver(
      form,
      (control) => {
        control(last).value = 'Co';
        control(last).focus();
      },
      (control) => {
        control(last).value = 'Cowes';
        control(last).dispatchEvent(new InputEvent('input', { bubbles: true }));
        control(last).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      },
    );
    expect(byThen).toMatchObject({ [last]: 'Cowes' });
    expect(control(last).value).toBe('Cowes');
    await expect.poll(() => document.activeElement).toBe(control(last));
    expect(errors).toEqual([]);
  });

  it('is sent with what was typed into parts that wait', async () => {
    const { byThen, errors } = await takenOver(
      form,
      (control) => {
        for (const name of [first, last]) control(name).value = `into ${name}`;
      },
      (control) => control(first).form?.requestSubmit(),
    );
    expect(byThen).toMatchObject({ [first]: `into ${first}`, [last]: `into ${last}` });
    expect(errors).toEqual([]);
  });

  it('keeps what was typed into parts that wait where another type is chosen', async () => {
    const { container, byThen, errors } = await takenOver(
      twoForms,
      (control) => {
        control(last).value = 'kept';
      },
      (control) => {
        control('enquiry_type').value = '2';
        control('enquiry_type').dispatchEvent(new Event('change', { bubbles: true }));
      },
    );
    expect(byThen).toMatchObject({ enquiry_type: 2, [last]: 'kept' });
    await expect.poll(() => container.querySelector('[name="note"]')).not.toBeNull();
    expect(errors).toEqual([]);
  });

  it('takes over what was drawn, whatever rules have shown since', async () => {
    const { container, errors } = await takenOver(
      form,
      (control) => {
        control('f30').value = 'more';
        control(last).value = 'kept';
      },
      () => {},
    );
    await expect.poll(() => container.querySelector('[name="f29"]')).not.toBeNull();
    expect((container.querySelector(`[name="${last}"]`) as HTMLInputElement).value).toBe('kept');
    expect(errors).toEqual([]);
  });
});

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
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('F30').element());
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
