import { createContext } from 'react';

/** Values and choices that come to fields from elsewhere, for example from a draft. */
export interface RestoredFields {
  /** Counts by field name how often the value of a nested field was replaced by one that was not entered in it. */
  readonly revisions: Readonly<Record<string, number>>;
  /** The branches that were chosen, by the enquiry type and the place of the value: `service drive/engine`. */
  readonly branches: Readonly<Record<string, number>> | undefined;
  /** The key of the enquiry type. */
  readonly typeKey: string;
}

export const RestoredContext = createContext<RestoredFields>({
  revisions: {},
  branches: undefined,
  typeKey: '',
});
