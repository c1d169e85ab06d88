import type { ComponentType } from 'react';
import { Input } from '../controls/text-widget.tsx';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import { clockFormat } from './clock-format.ts';

/** Returns a widget for a time, or a date and time, on the visitor's clock. */
export function clockWidget(type: 'time' | 'datetime-local'): ComponentType<FieldWidgetProps> {
  const format = clockFormat(type);
  return (props) => {
    const { minimum, maximum, formatMinimum, formatMaximum } = props.schema as Limits;
    return (
      <Input
        {...props}
        type={type}
        format={format}
        min={format.end(minimum ?? formatMinimum)}
        max={format.end(maximum ?? formatMaximum)}
      />
    );
  };
}

/** Limits by the keywords of rules (`minimum`) and of schemas (`formatMinimum`). */
type Limits = Readonly<
  Partial<Record<'minimum' | 'maximum' | 'formatMinimum' | 'formatMaximum', number | string>>
>;
