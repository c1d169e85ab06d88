import { createContext, type ReactNode } from 'react';
import type { FieldView } from './field-view.ts';

/**
 * Has what a field is drawn as kept apart: is given a field at the top of a form and its content, and gives what is drawn in its place. Absent,
 * as in every browser: the content.
 */
export const FieldsApartContext = createContext<
  ((view: FieldView, content: ReactNode) => ReactNode) | undefined
>(undefined);
