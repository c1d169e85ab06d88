import type { WidgetName } from '#engine';
import { CheckboxControl } from './checkbox-control.tsx';
import { CheckboxesControl, RadioControl } from './choices-control.tsx';
import type { Control } from './control-props.ts';
import { HiddenControl } from './hidden-control.tsx';
import { PhotosControl } from './photos-control.tsx';
import { ColorControl, RangeControl } from './scale-controls.tsx';
import { SelectControl } from './select-control.tsx';
import { TextareaControl, TextControl } from './text-control.tsx';

/** How label, hint and problem stand around a control. */
export type FrameKind =
  /** A label above. */
  | 'label'
  /** A name for a group of controls. */
  | 'group'
  | 'radios'
  /** A label behind the box. */
  | 'tick'
  /** As a tick, with a disclaimer in place of a hint, and a problem that is heard and not seen (specification, section 8). */
  | 'terms'
  /** The control brings its own. */
  | 'none';

/** A widget: its control and what stands around it. */
export interface Widget {
  readonly control: Control;
  readonly frame: FrameKind;
}

/** Every widget that a UI schema can name. `object`, `array` and `any` are drawn by RJSF's fields, down to controls of these. */
export const widgets: Readonly<Record<WidgetName, Widget>> = {
  text: { control: TextControl, frame: 'label' },
  textarea: { control: TextareaControl, frame: 'label' },
  email: { control: TextControl, frame: 'label' },
  tel: { control: TextControl, frame: 'label' },
  uri: { control: TextControl, frame: 'label' },
  password: { control: TextControl, frame: 'label' },
  number: { control: TextControl, frame: 'label' },
  updown: { control: TextControl, frame: 'label' },
  range: { control: RangeControl, frame: 'label' },
  date: { control: TextControl, frame: 'label' },
  'date-time': { control: TextControl, frame: 'label' },
  time: { control: TextControl, frame: 'label' },
  color: { control: ColorControl, frame: 'label' },
  hidden: { control: HiddenControl, frame: 'none' },
  checkbox: { control: CheckboxControl, frame: 'tick' },
  checkboxes: { control: CheckboxesControl, frame: 'group' },
  radio: { control: RadioControl, frame: 'radios' },
  select: { control: SelectControl, frame: 'label' },
  'type-select': { control: SelectControl, frame: 'label' },
  'office-select': { control: SelectControl, frame: 'label' },
  'event-select': { control: SelectControl, frame: 'label' },
  scale: { control: SelectControl, frame: 'label' },
  terms: { control: CheckboxControl, frame: 'terms' },
  photos: { control: PhotosControl, frame: 'group' },
  object: { control: TextControl, frame: 'label' },
  array: { control: TextControl, frame: 'label' },
  any: { control: TextControl, frame: 'label' },
};
