import type { ComponentType } from 'react';
import { Input } from '../controls/text-widget.tsx';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import { createClockFormat } from './clock-format.ts';

/**
 * Returns a widget for a time, or a date and time, on the visitor’s clock. Limits come from the schema: those
 * of rules, or else its own.
 */
export function createClockWidget(type: 'time' | 'datetime-local'): ComponentType<FieldWidgetProps> {
  const format = createClockFormat(type);
  return (props) => {
    const { minimum, maximum, formatMinimum, formatMaximum } = props.schema as Limits;
    return (
      <Input
        {...props}
        type={type}
        format={format}
        min={format.formatLimit(minimum ?? formatMinimum)}
        max={format.formatLimit(maximum ?? formatMaximum)}
      />
    );
  };
}

/**
 * Limits by the keywords of rules (`minimum`) and of schemas (`formatMinimum`). The former have precedence.
 */
type Limits = Readonly<
  Partial<Record<'minimum' | 'maximum' | 'formatMinimum' | 'formatMaximum', number | string>>
>;
