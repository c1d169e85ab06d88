import { createContext, useContext } from 'react';
import type { Problems, Values } from './types.ts';

export interface FormState {
  readonly values: Values;
  readonly problems: Problems;
  readonly change: (name: string, value: string) => void;
}

const Context = createContext<FormState | undefined>(undefined);

export const FormStateProvider = Context.Provider;

/** Returns the state of the surrounding form. */
export function useFormState(): FormState {
  const state = useContext(Context);
  if (state === undefined) throw new Error('Cannot draw a control outside its form');
  return state;
}
