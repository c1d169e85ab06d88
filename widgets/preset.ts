/* The preset's widgets. A preset provides the component and the frame of each that it has in the engine. */

export { yardWidgets as presetWidgets } from './yard/widgets.ts';
