import { type FieldProps, getUiOptions, type WidgetProps } from '@rjsf/utils';
import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import type { Settings } from '#engine';
import { TextWidget } from '../controls/text-widget.tsx';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import { type WidgetTable, widgets } from './widget-table.ts';

/** Widgets and fields of whoever embeds the form, by the names that a UI schema gives (docs/own-widgets.md). */
export interface OwnParts {
  readonly widgets?: Readonly<Record<string, ComponentType<WidgetProps>>> | undefined;
  readonly fields?: Readonly<Record<string, ComponentType<FieldProps>>> | undefined;
}

/** Our widgets, and beside or in place of them the program's own. */
export function widgetTable({ widgets: own = {} }: OwnParts, settings: Settings): WidgetTable {
  const names = new Set([...Object.keys(own), ...(settings.widgets ?? [])]);
  const added = [...names].map((name) => {
    const Own = own[name] ?? missing(`widget "${name}"`);
    const component = (props: FieldWidgetProps) => (
      <TextOnError what={`widget "${name}"`} widgetProps={props}>
        <Own {...props} />
      </TextOnError>
    );
    return [name, { component, frame: isOurs(name) ? widgets[name].frame : 'label' }] as const;
  });
  return { ...widgets, ...Object.fromEntries(added) };
}

/** The program's own fields as widgets, which draw them with what is known of their value. */
export function fieldTable({ fields: own = {} }: OwnParts, settings: Settings): WidgetTable {
  const names = new Set([...Object.keys(own), ...(settings.fields ?? [])]);
  const added = [...names].map((name) => {
    const Own = own[name] ?? missing(`field "${name}"`);
    const component = (props: FieldWidgetProps) => (
      <TextOnError what={`field "${name}"`} widgetProps={props}>
        <Own {...fieldPropsOf(props)} />
      </TextOnError>
    );
    return [name, { component, frame: 'label' }] as const;
  });
  return Object.fromEntries(added);
}

/** What a widget in the place of a field is drawn from. */
export function widgetPropsOf(props: FieldProps): WidgetProps {
  const { fieldPathId, formData, onChange, title, name, uiSchema } = props;
  const { widget: _widget, ...options } = getUiOptions(uiSchema);
  return {
    ...props,
    fieldProps: props,
    id: fieldPathId.$id,
    label: title ?? name,
    value: formData,
    options,
    onChange: (value) => onChange(value, fieldPathId.path),
  };
}

function fieldPropsOf(props: FieldWidgetProps): FieldProps {
  const { fieldProps, value, required, disabled, rawErrors, schema, label } = props;
  return {
    ...(fieldProps as FieldProps),
    formData: value,
    required,
    disabled,
    rawErrors,
    schema,
    title: label,
  };
}

function isOurs(name: string): name is keyof typeof widgets {
  return Object.hasOwn(widgets, name);
}

function missing(what: string): () => ReactNode {
  return () => {
    throw new Error(`no ${what} is registered; hand it to ContactFormSection`);
  };
}

interface TextOnErrorProps {
  /** What may throw. */
  readonly what: string;
  readonly widgetProps: FieldWidgetProps;
  readonly children: ReactNode;
}

/**
 * A text input with the value in place of what throws: a mistake in one widget takes no visitor's form away. A server, where React knows
 * no such boundary, draws it by `Suspense`.
 */
class TextOnError extends Component<TextOnErrorProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    const { what, widgetProps } = this.props;
    console.error(`Cannot draw "${widgetProps.name}" with the ${what}, so it is a text input:`, error);
  }

  override render() {
    const text = <TextWidget {...this.props.widgetProps} />;
    return this.state.hasFailed ? text : <Suspense fallback={text}>{this.props.children}</Suspense>;
  }
}
