import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Values, WidgetName } from '#engine';
import { loadLateWidgets } from '../late/load-late-widgets.ts';
import { formOf, situationOf, validatorsOf } from './forms.ts';
import { Harness, type HarnessProps } from './harness.tsx';

export interface FieldDrawing extends Partial<HarnessProps> {
  readonly entered?: Values;
  /** The UI schema of the field without its widget. */
  readonly ui?: Readonly<Record<string, unknown>>;
}

/**
 * Renders one field with the given schema and widget. It is named `it` and labelled "It" unless its schema
 * has a title.
 */
export async function drawField(
  schema: object,
  widget?: WidgetName,
  { entered = {}, ui = {}, ...given }: FieldDrawing = {},
) {
  const form = formOf(
    { properties: { it: { title: 'It', ...schema } } },
    { it: { ...ui, ...(widget && { 'ui:widget': widget }) } },
  );
  await loadLateWidgets();
  let latest: Values = entered;
  const heard = vi.fn((values: Values) => {
    latest = values;
  });
  const screen = await render(
    <Harness
      form={form}
      situation={situationOf(form, { entered })}
      validatorsFor={validatorsOf(form)}
      heard={heard}
      {...given}
    />,
  );
  const send = () => screen.getByRole('button', { name: 'Send' }).click();
  return Object.assign(screen, { entered: () => latest.it, heard, send });
}
