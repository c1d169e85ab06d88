import { createContext } from 'react';
import type { ValuePath } from '../fields/pointer.ts';

/**
 * The path of the value that is being rendered. RJSF passes it to fields and templates, but not to widgets.
 * Undefined for a choice that is not a value of the form.
 */
export const PathContext = createContext<ValuePath | undefined>(undefined);

/** The path of the value whose branch is being chosen. */
export const BranchContext = createContext<ValuePath | undefined>(undefined);
