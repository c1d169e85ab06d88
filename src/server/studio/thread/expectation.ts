import { resolve } from '#engine';
import { captureScenario, toScenarioSituation } from '#engine/check/scenarios/index.ts';
import type { ExpectationView } from '../../../api/studio.ts';
import { addExampleNames } from '../../preset/pages.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import { createDraftSentenceRenderer } from './draft-sentences.ts';
import { getPreviewSources, type LoadedDraft } from './loaded-draft.ts';
import { resolvePreview } from './preview.ts';

/**
 * Returns what a preview shows as a scenario with its expectation, and a sentence about its situation.
 * Nothing is stored. Undefined if the draft does not compile or has no content yet, or the content has no
 * such site, or the example cannot be visited.
 */
export function createPreviewExpectation(
  draft: LoadedDraft,
  { locale, now, ...asked }: Parameters<DraftCalls['expectation']>[0],
): ExpectationView | undefined {
  const situation = resolvePreview(draft, asked, now)?.situation;
  const [renderer, sources] = [createDraftSentenceRenderer(draft, locale), getPreviewSources(draft)];
  if (!situation || !renderer || !sources) return undefined;
  const { form, scenarios } = sources;
  const expectation = captureScenario({ form, document: scenarios, situation });
  const { on } = expectation.scenario;
  const known = addExampleNames(scenarios, expectation);
  const plan = resolve(form, toScenarioSituation(form, known, on));
  return { expectation, sentence: renderer.difference(on, plan), usual: scenarios.usual };
}
