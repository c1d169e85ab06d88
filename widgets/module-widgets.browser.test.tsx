import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Form, Values } from '#engine';
import documentation from '../docs/own-widgets.md?raw';
import { expectNoViolations, expectReferencesToResolve } from './testing/accessibility.ts';
import { createTestForm, createTestSituation, createTestValidators, documents } from './testing/forms.ts';
import { Harness } from './testing/harness.tsx';
import stars from './testing/stars.js?raw';

/** Returns the address of a module with this source. Each call returns another module. */
const toAddress = (source: string) =>
  `data:text/javascript,${encodeURIComponent(source)}//${crypto.randomUUID()}`;

const atTop = { liking: { 'ui:widget': 'Stars' } };
const inBoat = { boat: { grade: { 'ui:widget': 'Stars' } } };

/** Returns a form with the widget of the module at an address, in the field `liking` or inside another. */
function createForm(address: string, ui: object): Form {
  const form = createTestForm(
    {
      required: ['liking'],
      properties: {
        liking: { type: 'integer', title: 'Liking', minimum: 1, maximum: 5 },
        name: { type: 'string', title: 'Name' },
        boat: {
          type: 'object',
          title: 'Boat',
          properties: { grade: { type: 'integer', title: 'Grade', maximum: 3 } },
        },
      },
    },
    { ...ui },
    {
      'settings.json': {
        ...(documents['settings.json'] as object),
        failureField: 'liking',
        widgetModules: { Stars: '/own/stars.js' },
      },
    },
  );
  // As on a page of another origin.
  return { ...form, settings: { ...form.settings, widgetModules: { Stars: address } } };
}

function createSample(address: string, entered: Values = {}, ui: object = atTop) {
  let latest = entered;
  const form = createForm(address, ui);
  const tree = (
    <StrictMode>
      <Harness
        form={form}
        situation={createTestSituation(form, { entered })}
        validatorsFor={createTestValidators(form)}
        heard={(values) => {
          latest = values;
        }}
      />
    </StrictMode>
  );
  return { tree, entered: () => latest };
}

const slider = () => page.getByRole('slider', { name: 'Liking', exact: true });
const text = () => page.getByRole('textbox', { name: 'Liking', exact: true });

afterEach(() => vi.restoreAllMocks());

describe('a widget of a module', () => {
  it('is that of the documentation', () => {
    expect(documentation).toContain(`\`\`\`js file=widgets/testing/stars.js\n${stars}\`\`\``);
  });

  it('is drawn with what the plan says, and commits what is entered', async () => {
    const { tree, entered } = createSample(toAddress(stars), { liking: 4 });
    const screen = await render(tree);
    await expect.element(slider()).toHaveValue('4');
    await expect.element(slider()).toHaveAttribute('max', '5');
    await slider().fill('3');
    expect(entered().liking).toBe(3);
    await expect.element(screen.getByText('★★★', { exact: true })).toBeVisible();
    expect(screen.container.querySelectorAll('[type=range]')).toHaveLength(1);
    expectReferencesToResolve(screen.container);
    await expectNoViolations(screen.container);
  });

  it('is drawn nested', async () => {
    const { tree, entered } = createSample(toAddress(stars), { boat: { grade: 2 } }, inBoat);
    const screen = await render(tree);
    const grade = page.getByRole('slider', { name: 'Grade' });
    await expect.element(grade).toHaveValue('2');
    await expect.element(grade).toHaveAttribute('max', '3');
    await grade.fill('1');
    expect(entered().boat).toEqual({ grade: 1 });
    expectReferencesToResolve(screen.container);
  });

  it('shows the problem of its field, and gets the focus', async () => {
    await render(createSample(toAddress(stars)).tree);
    await expect.element(slider()).toBeVisible();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(slider()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(slider()).toHaveAccessibleDescription(/./);
    await expect.element(slider()).toHaveFocus();
  });

  it('replaces the text input of the server once that is left, with what was typed', async () => {
    const { tree, entered } = createSample(toAddress(stars));
    const container = document.createElement('main');
    container.innerHTML = renderToString(tree);
    document.body.append(container);
    await text().fill('2');
    const errors: unknown[] = [];
    const root = hydrateRoot(container, tree, { onRecoverableError: (error) => errors.push(error) });
    try {
      await expect.poll(() => entered().liking).toBe(2);
      await text().fill('5');
      await userEvent.tab();
      await expect.element(slider()).toHaveValue('5');
      await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
      expect(entered().liking).toBe(5);
      expect(errors).toEqual([]);
    } finally {
      root.unmount();
      container.remove();
    }
  });

  it.each([
    ['cannot be loaded', 'https://localhost:1/none.js'],
    ['has no function for it', toAddress('export const mount = 1;')],
    ['throws', toAddress('export const mount = () => { throw new Error("no stars today"); };')],
  ])('leaves a text input with the value, and a line in the console, where it %s', async (_what, address) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { tree, entered } = createSample(address, { liking: 4 });
    await render(tree);
    await expect
      .poll(() => errors.mock.calls.map(([line]) => String(line)))
      .toContain('Cannot draw "liking" with the widget "Stars", so it is a text input:');
    await expect.element(text()).toHaveValue('4');
    await text().fill('5');
    await userEvent.tab();
    expect(entered().liking).toBe(5);
  });

  it('leaves a text input with the latest value where it throws later', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const source = `export function mount(element, { onChange }) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Five';
      button.onclick = () => onChange(5);
      element.append(button);
      return { update(props) { if (props.value === 5) throw new Error('no stars any more'); } };
    }`;
    await render(createSample(toAddress(source)).tree);
    await page.getByRole('button', { name: 'Five' }).click();
    await expect.element(text()).toHaveValue('5');
    expect(errors.mock.calls.map(([line]) => String(line))).toContain(
      'Cannot draw "liking" with the widget "Stars", so it is a text input:',
    );
  });

  it('is unmounted with its field', async () => {
    const { promise: unmounted, resolve } = Promise.withResolvers<unknown>();
    addEventListener('stars-unmounted', resolve, { once: true });
    const source =
      'export const mount = (element) => { element.append("stars"); return { update() {}, unmount: () => dispatchEvent(new Event("stars-unmounted")) }; };';
    const screen = await render(createSample(toAddress(source)).tree);
    await expect.element(screen.getByText('stars', { exact: true })).toBeVisible();
    await screen.unmount();
    await unmounted;
  });
});
