import { findDifferingSituations, readScenarioDocument } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import { createSentenceRenderer } from '#engine/rules/sentences/index.ts';
import type { SituationView } from '../../../api/studio.ts';
import { emptyPresetContent } from '../../preset/content.ts';
import { copyExampleNames } from '../../preset/pages.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import { toNamedContent } from './draft-sentences.ts';

const maxListedSituations = 12;

/**
 * Returns one situation for each way in which the form of a type can look, at most `maxListedSituations`,
 * each with a sentence in the language `locale` about its difference from the usual one. Undefined if the
 * documents do not compile.
 */
export function findDifferingSituationViews({
  documents,
  content: { sites, enquiryTypes },
  type,
  locale,
}: Parameters<DraftCalls['differing']>[0]): readonly SituationView[] | undefined {
  const compiled = compile(documents);
  if (!compiled.ok) return undefined;
  const { form } = compiled;
  const { document } = readScenarioDocument(form, documents);
  const content = toNamedContent({
    ...emptyPresetContent,
    sites,
    enquiryTypes,
    recipients: [],
    destinations: [],
  });
  const renderer = createSentenceRenderer({ form, documents, content, locale });
  return findDifferingSituations(form, document, { type, most: maxListedSituations }).map(
    ({ plan, on, ...named }) => ({
      sentence: renderer.difference(on, plan),
      example: { on, ...copyExampleNames(named) },
    }),
  );
}
