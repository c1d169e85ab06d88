import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useLazyWidgets } from '../lazy/load-lazy-widgets.ts';

/** Renders a matrix of questions; nothing until its module is loaded. */
export function LazyMatrix(props: ObjectFieldTemplateProps): ReactNode {
  const Matrix = useLazyWidgets()?.Matrix;
  return Matrix && <Matrix {...props} />;
}
