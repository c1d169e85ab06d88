import type { ReactNode } from 'react';
import type { BlockPlan, FormType } from '#engine';
import type { DrawnField } from '../fields/in-parts.tsx';

/** The blocks of a type as they are now, and what puts them among its fields. */
export interface Blocks {
  readonly type: FormType;
  readonly blocks: readonly BlockPlan[];
  /** The level of the form's first headings. */
  readonly headingLevel: number;
  readonly draw: (drawn: readonly DrawnField[], blocks: Blocks) => ReactNode;
}
