import type { GuideChange, GuideView } from '../../../api/guide.ts';
import { defineRead, defineWrite } from './call.ts';

/** The store's calls about the guide for new people. They are not in the audit log. */
export const guideCalls = {
  /** Returns how far a person is in the guide, by their id; at its beginning if nothing is stored. */
  guide: defineRead<string, GuideView>(),
  /** Records a change of the guide of a person, and returns its new state. */
  changeGuide: defineWrite<GuideChange & { readonly person: string }, GuideView>(),
};
