import type { MultiSchemaFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { PathContext } from '../frame/path-context.ts';

/** The select that chooses a branch, and what the branch brings. */
export function BranchesTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps): ReactNode {
  return (
    <>
      <PathContext value={undefined}>{selector}</PathContext>
      {optionSchemaField}
    </>
  );
}
