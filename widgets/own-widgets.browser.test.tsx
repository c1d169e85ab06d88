import type { WidgetProps } from '@rjsf/utils';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Values } from '#engine';
import documentation from '../docs/own-widgets.md?raw';
import { expectNoViolations, expectReferencesToResolve } from './testing/accessibility.ts';
import { compileFrozenForm, createTestSituation, createTestValidators, documents } from './testing/forms.ts';
import { Gauge, Position } from './testing/gauge.tsx';
import example from './testing/gauge.tsx?raw';
import { Harness, type HarnessProps } from './testing/harness.tsx';

const position = {
  type: 'object',
  title: 'Position',
  properties: { latitude: { type: 'number' }, longitude: { type: 'number' } },
};
const liking = { type: 'integer', title: 'Liking', minimum: 1, maximum: 5 };

type Given = Partial<HarnessProps> & { readonly entered?: Values };

/** A form with a gauge and a position, and what was committed to it. */
function sample(given: Given) {
  const { entered = {}, ...props } = given;
  let latest: Values = entered;
  const others = Object.keys(documents).filter((file) => file.startsWith('forms/'));
  const form = compileFrozenForm({
    ...Object.fromEntries(others.map((file) => [file, undefined])),
    'enquiry-types.json': { enquiryTypes: [{ id: 1, key: 'sample', folder: 'sample' }] },
    'rules.json': { rules: [] },
    'scenarios.json': { scenarios: [] },
    'settings.json': {
      ...(documents['settings.json'] as object),
      failureField: 'liking',
      widgets: ['Gauge'],
      fields: ['Position'],
    },
    'forms/sample/schema.json': {
      type: 'object',
      required: ['liking'],
      properties: {
        liking,
        berth: position,
        boat: { type: 'object', title: 'Boat', properties: { liking: { ...liking, title: 'Boat liking' } } },
      },
    },
    'forms/sample/ui.json': {
      liking: { 'ui:widget': 'Gauge', 'ui:options': { max: 4 } },
      berth: { 'ui:field': 'Position' },
      boat: { liking: { 'ui:widget': 'Gauge' } },
    },
  });
  const tree = (
    <Harness
      form={form}
      situation={createTestSituation(form, { entered })}
      validatorsFor={createTestValidators(form)}
      heard={(values) => {
        latest = values;
      }}
      {...props}
    />
  );
  return { tree, entered: () => latest };
}

async function draw(given: Given) {
  const { tree, entered } = sample(given);
  return Object.assign(await render(tree), { entered });
}

const widgets = { Gauge };
const fields = { Position };

describe("widgets and fields of one's own", () => {
  afterEach(() => vi.restoreAllMocks());

  it('are those of the documentation', () => {
    expect(documentation).toContain(`\`\`\`tsx file=widgets/testing/gauge.tsx\n${example}\`\`\``);
  });

  it('are drawn with what the plan says, at the top and nested, and commit what is entered', async () => {
    const screen = await draw({ widgets, fields });
    const gauge = screen.getByRole('slider', { name: 'Liking', exact: true });
    await expect.element(gauge).toHaveAttribute('max', '4');
    await expect.element(gauge).toHaveAttribute('name', 'liking');
    await gauge.fill('3');
    expect(screen.entered().liking).toBe(3);
    await screen.getByRole('slider', { name: 'Boat liking' }).fill('2');
    expect(screen.entered().boat).toEqual({ liking: 2 });
    await screen.getByRole('textbox', { name: 'Position', exact: true }).fill('50.15');
    await userEvent.tab();
    expect(screen.entered().berth).toEqual({ latitude: 50.15 });
    expectReferencesToResolve(screen.container);
    await expectNoViolations(screen.container);
  });

  it('say what is wrong with their value', async () => {
    const screen = await draw({ widgets, fields });
    await screen.getByRole('button', { name: 'Send' }).click();
    const gauge = screen.getByRole('slider', { name: 'Liking', exact: true });
    await expect.element(gauge).toHaveAttribute('aria-invalid', 'true');
    await expect.element(gauge).toHaveAccessibleDescription(/./);
    await expect.element(gauge).toHaveFocus();
  });

  it('leave a text input with the value, and a line in the console, where one throws or is not registered', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const throwing = () => {
      throw new Error('no gauge today');
    };
    const screen = await draw({
      widgets: { Gauge: throwing },
      entered: { liking: 4, berth: { latitude: 50 } },
    });
    const text = screen.getByRole('textbox', { name: 'Liking', exact: true });
    await expect.element(text).toHaveValue('4');
    await text.fill('5');
    await userEvent.tab();
    expect(screen.entered().liking).toBe(5);
    await expect.element(screen.getByRole('textbox', { name: 'Position' })).toHaveValue('{"latitude":50}');
    const lines = errors.mock.calls.map(([line]) => String(line));
    expect(lines).toContain('Cannot draw "liking" with the widget "Gauge", so it is a text input:');
    expect(lines).toContain('Cannot draw "berth" with the field "Position", so it is a text input:');
  });

  it('leave a text input with the value where one throws while the server draws, until the browser draws it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let isOnServer = true;
    const fromTheBrowserOn = (props: WidgetProps) => {
      if (isOnServer) throw new Error('no gauge without a window');
      return <Gauge {...props} />;
    };
    const { tree, entered } = sample({
      widgets: { Gauge: fromTheBrowserOn },
      fields,
      entered: { liking: 4 },
    });
    const container = document.createElement('main');
    container.innerHTML = renderToString(tree);
    document.body.append(container);
    const screen = page.elementLocator(container);
    await expect.element(screen.getByRole('textbox', { name: 'Liking', exact: true })).toHaveValue('4');

    isOnServer = false;
    const root = hydrateRoot(container, tree, { onRecoverableError: () => {} });
    try {
      const gauge = screen.getByRole('slider', { name: 'Liking', exact: true });
      await expect.element(gauge).toHaveValue('4');
      await gauge.fill('3');
      expect(entered().liking).toBe(3);
    } finally {
      root.unmount();
      container.remove();
    }
  });
});
