import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useLazyWidgets } from '../lazy/load-lazy-widgets.ts';

/** Renders a matrix of questions. Loads its module if needed, and renders nothing until then. */
export function LazyMatrix(props: ObjectFieldTemplateProps): ReactNode {
  const Matrix = useLazyWidgets()?.Matrix;
  return Matrix && <Matrix {...props} />;
}
