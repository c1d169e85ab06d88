import type { ComponentType } from 'react';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import type { lazyWidgetTable } from './lazy-widgets.ts';
import { useLazyWidgets } from './load-lazy-widgets.ts';

/** Returns a widget that few forms use. Until its module is loaded, `Meanwhile` is rendered, or nothing. */
export function createLazyWidget(
  name: keyof typeof lazyWidgetTable,
  Meanwhile: ComponentType<FieldWidgetProps> = RenderNothing,
): ComponentType<FieldWidgetProps> {
  return (props) => {
    const Widget = useLazyWidgets()?.lazyWidgetTable[name] ?? Meanwhile;
    return <Widget {...props} />;
  };
}

const RenderNothing = () => null;
