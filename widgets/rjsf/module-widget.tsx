import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { JsonSchema } from '#engine';
import { TextWidget } from '../controls/text-widget.tsx';
import { type FieldWidgetProps, getWidgetChoices, type WidgetChoice } from '../controls/widget-props.ts';
import { getFocusedElement } from '../fields/focused-element.ts';
import { useIsServerRendered } from '../fields/hydration.tsx';
import { useFields } from '../fields/use-fields.ts';

/**
 * The export `mount` of a module with a widget (docs/own-widgets.md): draws the control of a field into an empty
 * element of the page.
 */
export type MountWidget = (element: HTMLElement, props: MountedWidgetProps) => MountedWidget;

export interface MountedWidget {
  /** Called with the current props when the field is drawn again. */
  readonly update: (props: MountedWidgetProps) => void;
  /** Called before the element is removed. */
  readonly unmount?: () => void;
}

export interface MountedWidgetProps {
  /** The id of the control, for its label and the focus. */
  readonly id: string;
  /** The `name` of the control. */
  readonly name: string;
  readonly label: string;
  /** The JSON value; undefined if there is none. */
  readonly value: unknown;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readonly: boolean;
  /** True if the field has a problem: the control's `aria-invalid`. */
  readonly invalid: boolean;
  /** The control's `aria-describedby`: the ids of hint and problem. */
  readonly describedBy: string | undefined;
  readonly placeholder: string;
  /** The choices of the field; empty if it has none. */
  readonly choices: readonly WidgetChoice[];
  /** The `ui:options` of the field. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The schema of the field, with the limits of the rules. */
  readonly schema: JsonSchema;
  /** Commits a value; undefined clears the field. */
  readonly onChange: (value: unknown) => void;
}

interface ModuleWidgetProps {
  /** The address of the module. */
  readonly address: string;
  /** The name of the widget in UI schemas. */
  readonly name: string;
  readonly widgetProps: FieldWidgetProps;
}

/**
 * Renders a text input until the module of a widget is loaded, and then the widget. A text input that has the focus
 * is replaced when it is left. If the module cannot be loaded, the text input stays, and the console has a line.
 */
export function ModuleWidget({ address, name, widgetProps }: ModuleWidgetProps): ReactNode {
  const { store } = useFields();
  const isServerRendered = useIsServerRendered();
  const [mount, setMount] = useState(() => (isServerRendered ? undefined : loadedWidgets.get(address)));
  const { id, name: field } = widgetProps;
  useEffect(() => {
    let isCurrent = true;
    const replaceText = async () => {
      const loaded = await loadWidget(address);
      await awaitBlur(id);
      if (!isCurrent) return;
      // What was typed is in the text input alone until it is committed.
      store.flush();
      setMount(() => loaded);
    };
    replaceText().catch((error: unknown) =>
      console.error(`Cannot draw "${field}" with the widget "${name}", so it is a text input:`, error),
    );
    return () => {
      isCurrent = false;
    };
  }, [address, name, id, field, store]);
  return mount === undefined ? (
    <TextWidget {...widgetProps} />
  ) : (
    <MountedElement mount={mount} widgetProps={widgetProps} />
  );
}

/** Renders an element, and the widget in it. An error of the widget is thrown to the next error boundary. */
function MountedElement({
  mount,
  widgetProps,
}: {
  readonly mount: MountWidget;
  readonly widgetProps: FieldWidgetProps;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedWidget>(undefined);
  const latest = useRef(widgetProps);
  useLayoutEffect(() => {
    latest.current = widgetProps;
    mounted.current?.update(toMountedProps(widgetProps));
  });
  useLayoutEffect(() => {
    const parent = element.current;
    if (parent === null) return;
    const widget = mount(parent, toMountedProps(latest.current));
    mounted.current = widget;
    return () => {
      mounted.current = undefined;
      widget.unmount?.();
      parent.replaceChildren();
    };
  }, [mount]);
  return <div ref={element} className="sw-own-widget" />;
}

function toMountedProps(props: FieldWidgetProps): MountedWidgetProps {
  const { id, htmlName, label, value, options, schema, onChange } = props;
  return {
    id,
    name: htmlName ?? id,
    label,
    value,
    required: props.required === true,
    disabled: props.disabled === true,
    readonly: props.readonly === true,
    invalid: props['aria-invalid'] === true,
    describedBy: props['aria-describedby'],
    placeholder: props.placeholder ?? '',
    choices: getWidgetChoices(props),
    options,
    schema: schema as JsonSchema,
    onChange,
  };
}

/** The widgets whose modules are loaded, by address. */
const loadedWidgets = new Map<string, MountWidget>();

/**
 * Imports a module and returns its function `mount`.
 * @throws If it cannot be loaded, or has no such function.
 */
async function loadWidget(address: string): Promise<MountWidget> {
  const { mount } = (await import(/* @vite-ignore */ address)) as { readonly mount?: unknown };
  if (typeof mount !== 'function') throw new Error(`${address} exports no function "mount"`);
  loadedWidgets.set(address, mount as MountWidget);
  return mount as MountWidget;
}

/** Resolves when the control with this id does not have the focus, and what was typed in it is committed. */
async function awaitBlur(id: string): Promise<void> {
  const focused = getFocusedElement();
  if (focused?.id !== id) return;
  await new Promise<void>((done) => {
    focused.addEventListener('blur', () => setTimeout(done), { once: true });
  });
  return awaitBlur(id);
}
