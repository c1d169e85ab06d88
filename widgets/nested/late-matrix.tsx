import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useLateWidgets } from '../late/load-late-widgets.ts';

/** A matrix of questions; nothing until its module is loaded. */
export function LateMatrix(props: ObjectFieldTemplateProps): ReactNode {
  const Matrix = useLateWidgets()?.Matrix;
  return Matrix && <Matrix {...props} />;
}
