import type { ComponentType } from 'react';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import type { widgets } from './late-widgets.ts';
import { useLateWidgets } from './load-late-widgets.ts';

/** Returns a widget that few forms use. Until its module is loaded, `Meanwhile` is rendered, or nothing. */
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
