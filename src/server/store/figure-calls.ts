import { read, write } from './call.ts';
import type { Figure, FigureQuery, FigureSums } from './figure-entry.ts';

/** The store's calls about what visitors do with the forms: sums, of which none is about anybody. */
export const figureCalls = {
  /** Adds to what is counted already. */
  addFigures: write<readonly Figure[], void>(),
  figures: read<FigureQuery, FigureSums>(),
};
