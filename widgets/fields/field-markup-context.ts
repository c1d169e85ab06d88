import { createContext, type ReactNode } from 'react';
import type { FieldView } from './field-view.ts';

/**
 * Receives a top-level field and its content, and returns what is rendered instead, so that a server can
 * cache the markup of fields. Absent in browsers: the content is rendered.
 */
export const FieldMarkupContext = createContext<
  ((view: FieldView, content: ReactNode) => ReactNode) | undefined
>(undefined);
