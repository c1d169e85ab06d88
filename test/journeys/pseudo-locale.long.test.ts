import { describePseudoLocales, walks } from './pseudo-walks.ts';

describePseudoLocales(walks);
