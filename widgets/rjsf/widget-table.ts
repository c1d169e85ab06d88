import type { WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { WidgetName } from '#engine';
import { CheckboxWidget } from '../controls/checkbox-widget.tsx';
import { CheckboxesWidget, RadioWidget } from '../controls/choices-widget.tsx';
import { HiddenWidget } from '../controls/hidden-widget.tsx';
import { OutputWidget } from '../controls/output-widget.tsx';
import { PhotosWidget } from '../controls/photos-widget.tsx';
import { SelectWidget, TypeSelectWidget } from '../controls/select-widget.tsx';
import { createInputWidget, TextareaWidget, TextWidget } from '../controls/text-widget.tsx';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import type { FrameKind } from '../frame/field-frame.tsx';
import { createLazyWidget } from '../lazy/lazy-widget.tsx';
import { presetWidgets } from '../preset.ts';

export interface Widget {
  /** A standard widget needs more than RJSF's props; a custom one needs only those. */
  readonly component: ComponentType<FieldWidgetProps> | ComponentType<WidgetProps>;
  readonly frame: FrameKind;
}

export type WidgetTable = Readonly<Record<string, Widget>>;

/**
 * The standard widgets. `matrix`, `object`, `array` and `any` are rendered by RJSF's fields, which use these
 * widgets for single controls.
 */
export const standardWidgets: Readonly<Record<WidgetName, Widget>> = {
  text: { component: TextWidget, frame: 'label' },
  textarea: { component: TextareaWidget, frame: 'label' },
  email: { component: createInputWidget('email'), frame: 'label' },
  tel: { component: createInputWidget('tel'), frame: 'label' },
  uri: { component: createInputWidget('url'), frame: 'label' },
  password: { component: createInputWidget('password'), frame: 'label' },
  number: { component: TextWidget, frame: 'label' },
  updown: { component: createInputWidget('number'), frame: 'label' },
  range: { component: createLazyWidget('range'), frame: 'label' },
  date: { component: createInputWidget('date'), frame: 'label' },
  'date-parts': { component: createLazyWidget('date-parts'), frame: 'fieldset' },
  'date-time': { component: createLazyWidget('date-time'), frame: 'label' },
  time: { component: createLazyWidget('time'), frame: 'label' },
  color: { component: createLazyWidget('color'), frame: 'label' },
  hidden: { component: HiddenWidget, frame: 'none' },
  output: { component: OutputWidget, frame: 'label' },
  checkbox: { component: CheckboxWidget, frame: 'checkbox' },
  checkboxes: { component: CheckboxesWidget, frame: 'group' },
  radio: { component: RadioWidget, frame: 'radios' },
  select: { component: SelectWidget, frame: 'label' },
  autocomplete: { component: createLazyWidget('autocomplete', SelectWidget), frame: 'label' },
  'type-select': { component: TypeSelectWidget, frame: 'label' },
  ...presetWidgets,
  scale: { component: SelectWidget, frame: 'label' },
  rating: { component: createLazyWidget('rating'), frame: 'radios' },
  terms: { component: CheckboxWidget, frame: 'terms' },
  photos: { component: PhotosWidget, frame: 'group' },
  files: { component: PhotosWidget, frame: 'group' },
  signature: { component: createLazyWidget('signature', PhotosWidget), frame: 'group' },
  matrix: { component: TextWidget, frame: 'label' },
  ranking: { component: createLazyWidget('ranking'), frame: 'group' },
  object: { component: TextWidget, frame: 'label' },
  array: { component: TextWidget, frame: 'label' },
  any: { component: TextWidget, frame: 'label' },
};
