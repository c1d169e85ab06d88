/** This module is loaded when a form has a widget that few forms use (`load-lazy-widgets.ts`). */
import { AutocompleteWidget } from './autocomplete-widget.tsx';
import { createClockWidget } from './clock-widget.tsx';
import { DatePartsWidget } from './date-parts-widget.tsx';
import { ColorWidget, RangeWidget } from './range-widget.tsx';
import { RankingWidget } from './ranking-widget.tsx';
import { RatingWidget } from './rating-widget.tsx';
import { SignatureWidget } from './signature-widget.tsx';
import './lazy-widgets.css';
import './ranking.css';
import './signature.css';

export { Matrix } from './matrix.tsx';

export const lazyWidgetTable = {
  autocomplete: AutocompleteWidget,
  color: ColorWidget,
  'date-parts': DatePartsWidget,
  'date-time': createClockWidget('datetime-local'),
  time: createClockWidget('time'),
  range: RangeWidget,
  ranking: RankingWidget,
  rating: RatingWidget,
  signature: SignatureWidget,
};
