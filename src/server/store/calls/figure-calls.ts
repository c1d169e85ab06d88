import type { Figure, FigureQuery, FigureSums } from '../records/figure-entry.ts';
import { defineRead, defineWrite } from './call.ts';

/** The store's calls about what visitors do with the forms. Only sums are stored, without personal data. */
export const figureCalls = {
  addFigures: defineWrite<readonly Figure[], void>(),
  figures: defineRead<FigureQuery, FigureSums>(),
};
