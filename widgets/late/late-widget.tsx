import type { ComponentType } from 'react';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import type { widgets } from './late-widgets.ts';
import { useLateWidgets } from './load-late-widgets.ts';

/** A widget that few forms have; until what draws it has arrived another stands in, or nothing. */
export function lateWidget(
  name: keyof typeof widgets,
  Meanwhile: ComponentType<FieldWidgetProps> = nothing,
): ComponentType<FieldWidgetProps> {
  return (props) => {
    const Widget = useLateWidgets()?.widgets[name] ?? Meanwhile;
    return <Widget {...props} />;
  };
}

const nothing = () => null;
