import type { ComponentType } from 'react';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import type { lazyWidgetTable } from './lazy-widgets.ts';
import { useLazyWidgets } from './load-lazy-widgets.ts';

/**
 * Returns a component that loads the lazy widgets when it is rendered first, and renders the one with this
 * name. Until then it renders `Meanwhile`, or nothing.
 */
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
