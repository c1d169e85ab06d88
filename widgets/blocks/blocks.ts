import type { ReactNode } from 'react';
import type { BlockPlan, FormType } from '#engine';
import type { RenderedField } from '../fields/render-in-chunks.tsx';
import type { SharedFields } from '../fields/use-fields.ts';

export interface Blocks {
  readonly type: FormType;
  readonly blocks: readonly BlockPlan[];
  readonly headingLevel: number;
  readonly draw: (
    drawn: readonly RenderedField[],
    blocks: Blocks,
    fields: Pick<SharedFields, 'text' | 'parts'>,
  ) => readonly ReactNode[];
}
