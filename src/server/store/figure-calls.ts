import { defineRead, defineWrite } from './call.ts';
import type { Figure, FigureQuery, FigureSums } from './figure-entry.ts';

/** The store's calls about what visitors do with the forms. Only sums are stored, without personal data. */
export const figureCalls = {
  addFigures: defineWrite<readonly Figure[], void>(),
  figures: defineRead<FigureQuery, FigureSums>(),
};
