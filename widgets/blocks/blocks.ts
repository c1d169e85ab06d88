import type { ReactNode } from 'react';
import type { BlockPlan, FormType } from '#engine';

/** A field as it is drawn, by its name. */
export interface DrawnField {
  readonly name: string;
  readonly content: ReactNode;
}

/** The blocks of a type as they are now, and what puts them among its fields. */
export interface Blocks {
  readonly type: FormType;
  readonly blocks: readonly BlockPlan[];
  /** The level of the form's first headings. */
  readonly headingLevel: number;
  readonly draw: (drawn: readonly DrawnField[], blocks: Blocks) => ReactNode;
}
