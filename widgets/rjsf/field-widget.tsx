import { type FieldProps, getUiOptions, type WidgetProps } from '@rjsf/utils';
import { type ComponentType, type FunctionComponent, type ReactNode, useContext, useEffect } from 'react';
import { isUploadWidget, type JsonSchema, postNames, toTextPath } from '#engine';
import { getChoiceTitle, getExampleChoices, getRatingChoices } from '#engine/json-schema/choices.ts';
import { isObject } from '#engine/json-schema/values.ts';
import { getEntryName } from '#engine/texts/entry-names.ts';
import { usePosting } from '../controls/posting-context.ts';
import { BranchWidget } from '../controls/select-widget.tsx';
import { getTextFormat, showsValue } from '../controls/text-formats.ts';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import type { FieldView } from '../fields/field-view.ts';
import {
  getPointerField,
  isFieldPointer,
  toControlName,
  toPointer,
  type ValuePath,
} from '../fields/pointer.ts';
import {
  type SharedFields,
  useFields,
  useFieldView,
  useIsDisabled,
  useProblemAt,
} from '../fields/use-fields.ts';
import { FieldFrame, type FieldFrameProps } from '../frame/field-frame.tsx';
import { useItemLabel } from '../frame/item-label.ts';
import { BranchContext, PathContext } from '../frame/path-context.ts';
import { isRenderedBySchema } from '../nested/needs-nested-fields.ts';
import { toWidgetProps } from './own-widgets.tsx';
import { standardWidgets, type Widget, type WidgetTable } from './widget-table.ts';

/**
 * Returns the widgets of a table for RJSF, each in its frame. A field of the form gets its plan from the
 * store, so a change renders only its widget and not RJSF; a nested value is described by its schema.
 */
export function createFramedWidgets(
  table: WidgetTable,
): Readonly<Record<string, FunctionComponent<WidgetProps>>> {
  return Object.fromEntries(
    Object.keys(table).map((name) => [
      name,
      (props) => <FieldWidget {...props} widget={name} table={table} />,
    ]),
  );
}

/** Returns the custom fields of the host program, each in its frame like a widget. */
export function createFramedFields(
  table: WidgetTable,
): Readonly<Record<string, FunctionComponent<FieldProps>>> {
  return Object.fromEntries(
    Object.keys(table).map((name) => [
      name,
      (props) => <FieldWidget {...toWidgetProps(props)} widget={name} table={table} />,
    ]),
  );
}

interface NamedWidgetProps extends WidgetProps {
  /** The name of the widget in the table. */
  readonly widget: string;
  readonly table: WidgetTable;
}

interface ValueProps extends NamedWidgetProps {
  readonly path: ValuePath;
}

/**
 * Renders the value at the path of `PathContext`: a field of the form if the path has one segment, else a
 * nested value. Without a path it renders a choice of branches.
 */
function FieldWidget(props: NamedWidgetProps): ReactNode {
  const path = useContext(PathContext);
  if (path === undefined) return <BranchChoice {...props} />;
  return path.length > 1 ? <NestedValue {...props} path={path} /> : <PlanField {...props} path={path} />;
}

/**
 * Renders a field of the form as its plan describes it; nothing if it is hidden or unknown, or is for photos
 * in a section without photos. A field that RJSF renders by its schema is rendered as a nested value.
 */
function PlanField(props: ValueProps): ReactNode {
  const fields = useFields();
  const view = useFieldView(toPointer(props.path));
  if (view === undefined || view.plan.visibility === 'hidden') return null;
  const { plan, problem, failure } = view;
  const { definition, label, isRequired, bounds } = plan;
  if (isRenderedBySchema(definition)) return <NestedValue {...props} label={label} />;
  if (isUploadWidget(definition.widget) && fields.drawPhotos === undefined) return null;
  const { component, frame } = findWidget(props, props.widget);
  const marksPlaceholder = definition.requiredMark === 'placeholder' && isRequired;
  return renderFramedWidget(props, fields, {
    component,
    frame: {
      kind: frame,
      label,
      isMarked: isRequired && !marksPlaceholder,
      hint: frame === 'terms' ? (fields.fieldText(plan.name, 'disclaimer') ?? plan.hint) : plan.hint,
      problem,
      failure,
      isRequired,
      isWide: definition.isWide,
      isConcealed: plan.visibility === 'concealed',
    },
    value: props.widget === 'output' ? fields.valueText(plan) : getShownValue(view, fields.locale),
    placeholder: marksPlaceholder
      ? `${plan.placeholder ?? label} ${fields.text('required-mark')}`
      : plan.placeholder,
    options: {
      ...props.options,
      ...definition.widgetProperties,
      enumOptions: plan.options ?? props.options.enumOptions,
      otherLabel: fields.fieldText(plan.name, 'other'),
      autocomplete: definition.autocomplete,
      inputMode: definition.inputMode,
      suggestions: definition.suggestions,
    },
    schema: Object.assign({}, props.schema, definition.ends, bounds, { default: definition.default }),
    isLoading: plan.optionsState === 'loading',
    isDisabled: view.isDisabled || plan.fixed === 'disabled',
    isReadOnly: plan.fixed === 'readonly',
  });
}

/**
 * Returns the entered text if it means the same as the field's value, so that spaces do not disappear while
 * the visitor types; else the value.
 */
function getShownValue({ plan, entered }: FieldView, locale: string): unknown {
  const { value, definition } = plan;
  const format = getTextFormat(definition.kind, locale);
  return typeof entered === 'string' && showsValue(format, entered, value) ? entered : value;
}

/**
 * Renders a value as its schema describes it. Commits the `const` of the schema, if it has one, as soon as
 * there is no value.
 */
function NestedValue(props: ValueProps): ReactNode {
  const { path, schema, options, required = false, value, onChange } = props;
  const pointer = toPointer(path);
  const fields = useFields();
  const problem = useProblemAt(pointer);
  const isDisabled = useIsDisabled(getPointerField(pointer));
  const isInner = !isFieldPointer(pointer);
  const title = fields.placeText(path) ?? toNonEmptyText(getUiOptions(props.uiSchema).title) ?? schema.title;
  const entry = getEntryName(props.label) || (props.label && fields.text('property-value'));
  const label = useItemLabel(path, isInner ? title : props.label) ?? entry;
  const name = getNestedWidgetName(props);
  const { component, frame } = findWidget(props, name);
  useEffect(() => {
    if (schema.const !== undefined && value === undefined) onChange(schema.const);
  }, [schema.const, value, onChange]);
  return renderFramedWidget(props, fields, {
    component,
    frame: {
      kind: frame,
      label,
      isMarked: required,
      hint: toNonEmptyText(options.help) ?? toNonEmptyText(options.description) ?? schema.description,
      problem,
      isRequired: required,
      isWide: name === 'textarea' || frame === 'group',
      isConcealed: false,
    },
    value: schema.const ?? value,
    placeholder: props.placeholder,
    options: {
      ...options,
      enumOptions: listNestedOptions(name, schema, options)?.map((choice) => ({
        ...choice,
        label: fields.placeText(path, choice.value) ?? choice.label,
      })),
      otherLabel: fields.fieldText(toTextPath(path), 'other'),
    },
    schema,
    isLoading: false,
    isDisabled: isDisabled || props.disabled === true,
    isReadOnly: props.readonly === true,
  });
}

/**
 * Returns the options of a nested value: those that RJSF finds in its schema, else those of a rating or of a
 * widget with `ui:other`. Returns undefined if any value is allowed.
 */
function listNestedOptions(
  widget: string,
  schema: JsonSchema,
  { enumOptions, enumNames, other }: WidgetProps['options'],
): WidgetProps['options']['enumOptions'] {
  if (enumOptions !== undefined || (widget !== 'rating' && other !== true)) return enumOptions;
  const { choices, choiceTitles } =
    widget === 'rating'
      ? getRatingChoices(schema, enumNames)
      : getExampleChoices(isObject(schema.items) ? schema.items : schema, enumNames);
  return choices?.map((value) => ({ value, label: getChoiceTitle(choiceTitles, value) ?? String(value) }));
}

/**
 * Renders the select for the branches of a `oneOf` or `anyOf`, and passes the index of the chosen one to
 * RJSF. The choice is not a value of the form.
 */
function BranchChoice(props: NamedWidgetProps): ReactNode {
  const { label, value, options, schema, disabled, onChange } = props;
  const path = useContext(BranchContext);
  const isPosting = usePosting() !== undefined;
  /** Passes the index of a branch to RJSF, as a string. */
  const choose = (branch: unknown) => onChange(branch === undefined ? undefined : String(branch));
  return renderFramedWidget({ ...props, path: undefined, onChange: choose }, useFields(), {
    component: BranchWidget,
    // The name contains the rendered branch, so that the server recognises a different choice.
    ...(isPosting && path && { htmlName: `${postNames.branch} ${toPointer(path)} ${String(value)}` }),
    frame: { kind: 'label', label, isMarked: false, isRequired: false, isWide: true, isConcealed: false },
    value,
    placeholder: undefined,
    options,
    schema,
    isLoading: false,
    isDisabled: disabled === true || props.readonly === true,
    isReadOnly: false,
  });
}

/** The widget to render, its frame, and the props that replace those of RJSF. */
interface FramedWidget extends Pick<WidgetProps, 'value' | 'placeholder' | 'schema'> {
  readonly options: Readonly<Record<string, unknown>>;
  readonly component: Widget['component'];
  readonly frame: Omit<FieldFrameProps, 'id' | 'children'>;
  readonly isLoading: boolean;
  readonly isDisabled: boolean;
  readonly isReadOnly: boolean;
  readonly htmlName?: string;
}

/**
 * Renders a component in its frame. The values of `FramedWidget` replace those that RJSF passes. Without a
 * `path` it reports no pending value.
 */
function renderFramedWidget(
  {
    path,
    widget: _widget,
    table: _table,
    ...props
  }: NamedWidgetProps & { readonly path: ValuePath | undefined },
  { store }: SharedFields,
  {
    component,
    frame,
    value,
    placeholder,
    options,
    schema,
    isLoading,
    isDisabled,
    isReadOnly,
    htmlName,
  }: FramedWidget,
): ReactNode {
  const { label, problem, isRequired } = frame;
  // An additional prop does no harm to a custom widget.
  const Component = component as ComponentType<FieldWidgetProps>;
  return (
    <FieldFrame {...frame} id={props.id}>
      {(describedBy) => (
        <Component
          {...props}
          htmlName={htmlName ?? (path && toControlName(path))}
          label={label}
          value={value}
          required={isRequired}
          disabled={isDisabled}
          readonly={isReadOnly}
          placeholder={placeholder}
          options={options as WidgetProps['options']}
          schema={schema}
          rawErrors={problem === undefined ? [] : [problem]}
          aria-busy={isLoading}
          aria-invalid={getAriaInvalid(problem, isRequired)}
          aria-describedby={describedBy}
          onPending={(pending) => path && store.input(path, pending)}
        />
      )}
    </FieldFrame>
  );
}

/**
 * Returns the value of `aria-invalid`: true if there is a problem, else undefined for an optional control and
 * false for a required one. Without that false, a browser reports an empty select or an unticked checkbox as
 * invalid before anything was sent.
 */
function getAriaInvalid(problem: string | undefined, isRequired: boolean): boolean | undefined {
  return problem !== undefined || (isRequired ? false : undefined);
}

/** Returns the widget with a name; the text widget for an unknown name. */
function findWidget({ table }: NamedWidgetProps, name: string): Widget {
  return table[name] ?? standardWidgets.text;
}

/**
 * Returns the name of the widget for a nested value: `hidden` for a `const`, `checkbox` for a schema that
 * accepts only `true`, `checkboxes` for a list of choices (in a native list each click clears the other
 * choices), else the one that RJSF chose.
 */
function getNestedWidgetName({ widget, multiple, schema }: NamedWidgetProps): string {
  if (schema.const !== undefined) return 'hidden';
  // A schema whose only value is `true` is consent, whatever else it contains: a list with one choice would
  // not ask for it.
  if (schema.enum?.length === 1 && schema.enum[0] === true) return 'checkbox';
  return multiple && widget === 'select' ? 'checkboxes' : widget;
}

/** Returns a text unchanged; undefined for an empty one and for any other value. */
function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
