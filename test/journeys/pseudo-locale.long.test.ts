import { describePseudoLocales, pseudoWalks } from './pseudo-walks.ts';

describePseudoLocales(pseudoWalks);
