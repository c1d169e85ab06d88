/*
 * The preset's kinds of fields in the outline of a form, each with the widget from which it is recognized. The
 * studio has an icon and a name for each.
 */

export {
  yardFieldKinds as presetFieldKinds,
  yardKindsByWidget as presetKindsByWidget,
} from '../yard/model/widgets.ts';
