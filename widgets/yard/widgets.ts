import { SelectWidget } from '../controls/select-widget.tsx';

/** The yard's own widgets. */
export const yardWidgets = {
  'office-select': { component: SelectWidget, frame: 'label' },
  'event-select': { component: SelectWidget, frame: 'label' },
} as const;
