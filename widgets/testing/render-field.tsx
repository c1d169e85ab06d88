import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Values, WidgetName } from '#engine';
import { loadLazyWidgets } from '../lazy/load-lazy-widgets.ts';
import { createTestForm, createTestSituation, createTestValidators } from './forms.ts';
import { Harness, type HarnessProps } from './harness.tsx';

export interface RenderFieldOptions extends Partial<HarnessProps> {
  /** The initial values by field name; the field is called `it`. */
  readonly entered?: Values;
  /** The UI schema of the field without its widget. */
  readonly ui?: Readonly<Record<string, unknown>>;
  /** The rules of the form. Absent: none. */
  readonly rules?: readonly object[];
}

/**
 * Loads the lazy widgets and renders a form of one field with the given schema and widget. The field is named
 * `it` and labelled "It" unless its schema has a title.
 * @returns The screen, with functions: `entered` returns the field’s value after the last commit, `heard` is
 * the mock that receives all values at each commit, `send` clicks the submit button.
 */
export async function renderField(
  schema: object,
  widget?: WidgetName,
  { entered = {}, ui = {}, rules = [], ...given }: RenderFieldOptions = {},
) {
  const form = createTestForm(
    { properties: { it: { title: 'It', ...schema } } },
    { it: { ...ui, ...(widget && { 'ui:widget': widget }) } },
    { 'rules.json': { rules } },
  );
  await loadLazyWidgets();
  let latest: Values = entered;
  const onCommit = vi.fn((values: Values) => {
    latest = values;
  });
  const screen = await render(
    <Harness
      form={form}
      situation={createTestSituation(form, { entered })}
      validatorsFor={createTestValidators(form)}
      heard={onCommit}
      {...given}
    />,
  );
  /** Clicks the button `Send`. Resolves after the click. */
  const send = () => screen.getByRole('button', { name: 'Send' }).click();
  return Object.assign(screen, { entered: () => latest.it, heard: onCommit, send });
}
