import { differingSituations, scenarioDocumentOf } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import { wordsOf } from '#engine/words/index.ts';
import type { SituationView } from '../../../studio/protocol.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import { namedContent } from './speaking.ts';

const mostSituations = 12;

/** Finds the situations in which the form of a type differs. Undefined if the documents do not compile. */
export function differingIn({
  documents,
  content: { sites, enquiryTypes },
  type,
  locale,
}: Parameters<DraftCalls['differing']>[0]): readonly SituationView[] | undefined {
  const compiled = compile(documents);
  if (!compiled.ok) return undefined;
  const { form } = compiled;
  const { document } = scenarioDocumentOf(form, documents);
  const content = namedContent({ sites, enquiryTypes, offices: [], recipients: [], destinations: [] });
  const words = wordsOf({ form, documents, content, locale });
  return differingSituations(form, document, { type, most: mostSituations }).map(({ plan, on, offices }) => ({
    sentence: words.difference(on, plan),
    example: { on, ...(offices && { offices }) },
  }));
}
