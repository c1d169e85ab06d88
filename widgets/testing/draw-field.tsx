import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Values, WidgetName } from '#engine';
import { loadLateWidgets } from '../late/load-late-widgets.ts';
import { formOf, situationOf, validatorsOf } from './forms.ts';
import { Harness, type HarnessProps } from './harness.tsx';

/** How a field is drawn. */
export interface FieldDrawing extends Partial<HarnessProps> {
  readonly entered?: Values;
  /** What the UI schema says of it besides its widget. */
  readonly ui?: Readonly<Record<string, unknown>>;
}

/** Draws one field, called `it` and labelled "It" unless its schema says otherwise, with the given schema and widget. */
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
