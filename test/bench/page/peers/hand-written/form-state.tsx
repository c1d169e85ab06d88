import { createContext, useContext } from 'react';
import type { Problems, Values } from './types.ts';

/** What the form's controls share. */
export interface FormState {
  readonly values: Values;
  readonly problems: Problems;
  readonly change: (name: string, value: string) => void;
}

const Context = createContext<FormState | undefined>(undefined);

/** Hands the form's state to its controls. */
export const FormStateProvider = Context.Provider;

/** The state of the form that a control stands in. */
export function useFormState(): FormState {
  const state = useContext(Context);
  if (state === undefined) throw new Error('Cannot draw a control outside its form');
  return state;
}
