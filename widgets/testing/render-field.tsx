import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Values, WidgetName } from '#engine';
import { loadLazyWidgets } from '../lazy/load-lazy-widgets.ts';
import { createTestForm, createTestSituation, createTestValidators } from './forms.ts';
import { Harness, type HarnessProps } from './harness.tsx';

export interface RenderFieldOptions extends Partial<HarnessProps> {
  readonly entered?: Values;
  /** The UI schema of the field without its widget. */
  readonly ui?: Readonly<Record<string, unknown>>;
}

/**
 * Renders one field with the given schema and widget. It is named `it` and labelled "It" unless its schema
 * has a title.
 */
export async function renderField(
  schema: object,
  widget?: WidgetName,
  { entered = {}, ui = {}, ...given }: RenderFieldOptions = {},
) {
  const form = createTestForm(
    { properties: { it: { title: 'It', ...schema } } },
    { it: { ...ui, ...(widget && { 'ui:widget': widget }) } },
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
  const send = () => screen.getByRole('button', { name: 'Send' }).click();
  return Object.assign(screen, { entered: () => latest.it, heard: onCommit, send });
}
