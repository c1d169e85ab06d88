import { type FieldProps, getUiOptions, type WidgetProps } from '@rjsf/utils';
import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import type { Settings } from '#engine';
import { TextWidget } from '../controls/text-widget.tsx';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import { ModuleWidget } from './module-widget.tsx';
import { standardWidgets, type WidgetTable } from './widget-table.ts';

/** Custom widgets and fields of the host program, by their names in UI schemas (docs/own-widgets.md). */
export interface CustomComponents {
  readonly widgets?: Readonly<Record<string, ComponentType<WidgetProps>>> | undefined;
  readonly fields?: Readonly<Record<string, ComponentType<FieldProps>>> | undefined;
}

/**
 * Returns the standard widgets with the custom ones, which replace those of the same name. A custom widget
 * that `settings` names and nobody passed is loaded from its module. One that fails, or has no module, is
 * rendered as a text input.
 */
export function buildWidgetTable(
  { widgets: custom = {} }: CustomComponents,
  settings: Settings,
): WidgetTable {
  const modules = settings.widgetModules ?? {};
  const names = new Set([...Object.keys(custom), ...(settings.widgets ?? []), ...Object.keys(modules)]);
  const added = [...names].map((name) => {
    const CustomComponent =
      custom[name] ??
      createModuleComponent(name, modules[name]) ??
      createMissingComponent(`widget "${name}"`);
    /** Renders the custom widget; a text input if it throws. */
    const component = (props: FieldWidgetProps) => (
      <TextOnError what={`widget "${name}"`} widgetProps={props}>
        <CustomComponent {...props} />
      </TextOnError>
    );
    return [
      name,
      { component, frame: isStandardWidget(name) ? standardWidgets[name].frame : 'label' },
    ] as const;
  });
  return { ...standardWidgets, ...Object.fromEntries(added) };
}

/**
 * Returns only the custom fields, as widgets that pass RJSF's field props to them. A field that fails or was
 * not passed is rendered as a text input, as in `buildWidgetTable`.
 */
export function buildFieldTable({ fields: custom = {} }: CustomComponents, settings: Settings): WidgetTable {
  const names = new Set([...Object.keys(custom), ...(settings.fields ?? [])]);
  const added = [...names].map((name) => {
    const CustomComponent = custom[name] ?? createMissingComponent(`field "${name}"`);
    /** Renders the custom field with RJSF's field props; a text input if it throws. */
    const component = (props: FieldWidgetProps) => (
      <TextOnError what={`field "${name}"`} widgetProps={props}>
        <CustomComponent {...toFieldProps(props)} />
      </TextOnError>
    );
    return [name, { component, frame: 'label' }] as const;
  });
  return Object.fromEntries(added);
}

/**
 * Returns the props of a widget for RJSF's props of a field: with id, label, value and options. The field
 * props themselves are in `fieldProps`, for `toFieldProps`.
 */
export function toWidgetProps(props: FieldProps): WidgetProps {
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

/**
 * Returns the field props that `toWidgetProps` stored in `fieldProps`, with value, label, schema and state
 * from the plan.
 */
function toFieldProps(props: FieldWidgetProps): FieldProps {
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

/** Returns a component that loads a widget from a module; undefined without an address. */
function createModuleComponent(
  name: string,
  address: string | undefined,
): ComponentType<FieldWidgetProps> | undefined {
  if (address === undefined) return undefined;
  return (props) => <ModuleWidget address={address} name={name} widgetProps={props} />;
}

/** Returns true if one of the standard widgets has this name. */
function isStandardWidget(name: string): name is keyof typeof standardWidgets {
  return Object.hasOwn(standardWidgets, name);
}

/**
 * Returns a component that throws when it is rendered, because it was named but not passed. `TextOnError`
 * renders a text input then.
 * @param what The kind and name of the missing component, for the message: `widget "map"`.
 */
function createMissingComponent(what: string): () => ReactNode {
  return () => {
    throw new Error(`no ${what} is registered; hand it to ContactFormSection`);
  };
}

interface TextOnErrorProps {
  /** The kind and name of the component, for the message: `widget "map"`. */
  readonly what: string;
  /** The props of the text input, those of the widget. */
  readonly widgetProps: FieldWidgetProps;
  readonly children: ReactNode;
}

/**
 * Renders a text input instead of a component that throws, so that a defect in one widget does not remove the
 * whole form. On a server, where React has no error boundaries, `Suspense` does the same.
 */
class TextOnError extends Component<TextOnErrorProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  /** Returns the state in which the text input is rendered. */
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /** Logs the error to the console. */
  override componentDidCatch(error: unknown) {
    const { what, widgetProps } = this.props;
    console.error(`Cannot draw "${widgetProps.name}" with the ${what}, so it is a text input:`, error);
  }

  /** Renders the children; the text input after an error. */
  override render() {
    const text = <TextWidget {...this.props.widgetProps} />;
    return this.state.hasFailed ? text : <Suspense fallback={text}>{this.props.children}</Suspense>;
  }
}
