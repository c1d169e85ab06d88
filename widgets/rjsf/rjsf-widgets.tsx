import type { WidgetProps } from '@rjsf/utils';
import { type FunctionComponent, type ReactNode, useEffect } from 'react';
import { type FieldDefinition, type WidgetName, widgetNames } from '#engine';
import type { Choice } from '../controls/control-props.ts';
import { widgets } from '../controls/widget-table.ts';
import { controlName, fieldOf, isField, type Path, toPointer } from '../fields/pointer.ts';
import { useFields, useFieldView, useIsDisabled, useProblemAt } from '../fields/use-fields.ts';
import { FieldControl } from '../frame/field-control.tsx';
import { describedByOf, FieldFrame } from '../frame/field-frame.tsx';
import { drawnByRjsf } from './drawn-ui.ts';
import { useItemLabel } from './item-label.ts';
import { pathOf } from './path-name.ts';

/**
 * Our widgets as RJSF asks for them. A field's own is drawn from the plan, one inside a field from what its schema says;
 * one that stands for no value chooses between the branches of a `oneOf` or `anyOf`.
 */
export const rjsfWidgets: Readonly<Record<string, FunctionComponent<WidgetProps>>> = Object.fromEntries(
  widgetNames.map((name) => [name, (props) => <RjsfWidget {...props} widget={name} />]),
);

function RjsfWidget(props: WidgetProps & { readonly widget: WidgetName }): ReactNode {
  const path = pathOf(props.htmlName);
  if (path === undefined) return <BranchSelect {...props} />;
  const field = fieldOf(toPointer(path));
  return path.length > 1 ? (
    <InnerControl {...props} path={path} />
  ) : (
    <OwnControl {...props} path={path} field={field} />
  );
}

interface InnerProps extends WidgetProps {
  readonly widget: WidgetName;
  readonly path: Path;
}

/** A field that is drawn by a widget; or by RJSF's field for its schema, which in the end comes down to one control of the field's own value. */
function OwnControl({ field, ...props }: InnerProps & { readonly field: string }): ReactNode {
  const view = useFieldView(field);
  if (view && drawnByRjsf.includes(view.plan.definition.widget))
    return <InnerControl {...props} label={view.plan.label} />;
  return <FieldControl field={field} choices={choicesOf(props)} />;
}

/** A value inside a field. */
function InnerControl(props: InnerProps): ReactNode {
  const {
    id,
    path,
    schema,
    options,
    required = false,
    disabled,
    readonly,
    placeholder,
    value,
    onChange,
  } = props;
  const pointer = toPointer(path);
  const { store } = useFields();
  const problem = useProblemAt(pointer);
  const isDisabled = useIsDisabled(fieldOf(pointer));
  const label = useItemLabel(path, isField(pointer) ? props.label : schema.title) ?? props.label;
  const name = widgetFor(props);
  useEffect(() => {
    if (schema.const !== undefined && value === undefined) onChange(schema.const);
  }, [schema.const, value, onChange]);
  const { control: Control, frame } = widgets[name];
  const hint = textOf(options.help) ?? textOf(options.description) ?? schema.description;
  return (
    <FieldFrame
      id={id}
      kind={frame}
      label={label}
      isMarked={required}
      hint={hint}
      problem={problem}
      isRequired={required}
      isWide={name === 'textarea' || frame === 'group'}
      isConcealed={false}
    >
      {(describedBy) => (
        <Control
          id={id}
          path={path}
          name={controlName(pointer)}
          widget={name}
          kind={kindOf(schema.type)}
          label={label}
          value={value}
          entered={value}
          choices={choicesOf(props) ?? []}
          isLoading={false}
          placeholder={placeholder || undefined}
          autocomplete={textOf(options.autocomplete)}
          inputMode={textOf(options.inputMode)}
          bounds={{ minimum: schema.minimum, maximum: schema.maximum }}
          limits={{}}
          isRequired={required}
          isInvalid={problem !== undefined}
          isDisabled={isDisabled || disabled === true || readonly === true}
          describedBy={describedBy}
          enter={onChange}
          input={(entered) => store.input(path, entered)}
        />
      )}
    </FieldFrame>
  );
}

/** Which branch of a `oneOf` or `anyOf` is meant: a choice of the drawing, no value of the form. */
function BranchSelect(props: WidgetProps): ReactNode {
  const { id, label, value, disabled, onChange } = props;
  const { control: Control } = widgets.select;
  return (
    <FieldFrame
      id={id}
      kind="label"
      label={label}
      isMarked={false}
      isRequired={false}
      isWide
      isConcealed={false}
    >
      {() => (
        <Control
          id={id}
          path={undefined}
          name={undefined}
          // As with enquiry types, one of them always holds.
          widget={value === undefined ? 'select' : 'type-select'}
          kind="integer"
          label={label}
          value={value}
          entered={undefined}
          choices={choicesOf(props) ?? []}
          isLoading={false}
          placeholder={undefined}
          autocomplete={undefined}
          inputMode={undefined}
          bounds={{}}
          limits={{}}
          isRequired={false}
          isInvalid={false}
          isDisabled={disabled === true}
          describedBy={describedByOf({ id })}
          enter={(branch) => onChange(branch === undefined ? undefined : String(branch))}
          input={() => {}}
        />
      )}
    </FieldFrame>
  );
}

/**
 * RJSF's name of a widget, in ours: a list of choices is ticked, never a native list in which each click drops the others;
 * and what is fixed asks nothing.
 */
function widgetFor({ widget, multiple, schema }: InnerProps): WidgetName {
  if (schema.const !== undefined) return 'hidden';
  return multiple && widget === 'select' ? 'checkboxes' : widget;
}

function choicesOf({ options }: WidgetProps): readonly Choice[] | undefined {
  return options.enumOptions;
}

function kindOf(type: unknown): FieldDefinition['kind'] {
  const [first] = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null');
  return first === 'integer' || first === 'number' || first === 'boolean' ? first : 'string';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
