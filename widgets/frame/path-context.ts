import { createContext } from 'react';
import type { Path } from '../fields/pointer.ts';

/** Where the value stands that is being drawn, which RJSF tells fields and templates but no widget; undefined for a choice that is no value of the form. */
export const PathContext = createContext<Path | undefined>(undefined);

/** Where the value stands whose branch is being chosen. */
export const BranchContext = createContext<Path | undefined>(undefined);
