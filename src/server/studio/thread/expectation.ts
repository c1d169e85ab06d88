import { resolve } from '#engine';
import { expectationOf, situationOfWords } from '#engine/scenarios/index.ts';
import type { ExpectationView } from '../../../studio/protocol.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import { groundOf, type LoadedDraft } from './loaded-draft.ts';
import { previewedPlan } from './preview.ts';
import { speaking } from './speaking.ts';

/** Returns a preview as the expectation of a scenario. Undefined if there is no preview. */
export function expectationIn(
  draft: LoadedDraft,
  { locale, now, ...asked }: Parameters<DraftCalls['expectation']>[0],
): ExpectationView | undefined {
  const situation = previewedPlan(draft, asked, now)?.situation;
  const [words, ground] = [speaking(draft, locale), groundOf(draft)];
  if (!situation || !words || !ground) return undefined;
  const { form, scenarios } = ground;
  const expectation = expectationOf({ form, document: scenarios, situation });
  const { on } = expectation.scenario;
  const known = { ...scenarios, offices: { ...scenarios.offices, ...expectation.offices } };
  const plan = resolve(form, situationOfWords(form, known, on));
  return { expectation, sentence: words.difference(on, plan), usual: scenarios.usual };
}
