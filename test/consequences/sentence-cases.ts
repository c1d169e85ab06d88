import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateDocumentMutants } from '#engine/check/document-mutants.ts';
import type { Consequence } from '#engine/compare/consequence.ts';
import { findConsequences } from '#engine/compare/index.ts';
import { createConsequenceDescriber, sentenceToText } from '#engine/rules/sentences/index.ts';
import { readShippedDocuments } from '../support/forms.ts';
import { arbitraryRuleSource, documentsOfEveryKind } from '../support/generated-rules.ts';
import { compileDocumentsVersion } from './complaints.ts';

export const locales = ['en', 'de', 'fr', 'ar'];

/** Returns the sentence of a consequence in each language. Fails if a part has no wording. */
export function renderInAllLocales(
  consequence: Consequence,
  before: CompiledVersion,
  after: CompiledVersion,
): readonly string[] {
  return locales.map((locale) => {
    const message = sentenceToText(createConsequenceDescriber({ before, after, locale })(consequence));
    expect(message, `${locale}: ${JSON.stringify(consequence)}`).not.toMatch(
      /undefined|NaN|\[object|[{}]\w*[{}]|change\./,
    );
    expect(message).toMatch(/^\P{Ll}.*\.$/su);
    return message;
  });
}

export type CompiledVersion = NonNullable<ReturnType<typeof compileDocumentsVersion>>;

export function compileVersionOrThrow(
  documents: Parameters<typeof compileDocumentsVersion>[0],
): CompiledVersion {
  const version = compileDocumentsVersion(documents);
  if (version === undefined) throw new Error('The documents do not compile');
  return version;
}

/**
 * Declares the tests that describe generated changes in every language.
 *
 * @param rules The number of generated rules; those that do not compile are skipped.
 * @param every One of this many mutations of the other documents is described.
 */
export function describeChanges({ rules, every }: { readonly rules: number; readonly every: number }): void {
  describe('the words of what a rule changes', () => {
    const documents = documentsOfEveryKind();
    const own = (documents['rules.json'] as { readonly rules: readonly object[] }).rules;
    // Only those that compile.
    const added = fc.sample(arbitraryRuleSource, { numRuns: rules, seed: 11 }).flatMap((source) => {
      const after = compileDocumentsVersion({ ...documents, 'rules.json': { rules: [...own, source] } });
      return after === undefined ? [] : [{ source: JSON.stringify(source), after }];
    });
    expect(added.length).toBeGreaterThan(rules / 4);

    it.each(added)('$source', ({ after }) => {
      const before = compileVersionOrThrow(documents);
      const all = findConsequences({ before, after });
      // "No change" is described as well.
      expect(all.length).toBeGreaterThan(0);
      for (const consequence of all) renderInAllLocales(consequence, before, after);
    });
  });

  it('words tell every slip of the other documents', () => {
    const shipped = compileVersionOrThrow(readShippedDocuments());
    const mutants = [...generateDocumentMutants(readShippedDocuments())].filter((_, at) => at % every === 0);
    let reported = 0;
    for (const { description, documents } of mutants) {
      const after = compileDocumentsVersion(documents);
      if (after === undefined) continue;
      const all = findConsequences({ before: shipped, after });
      expect(all.length, description).toBeGreaterThan(0);
      for (const consequence of all) renderInAllLocales(consequence, shipped, after);
      reported += 1;
    }
    expect(reported).toBeGreaterThan(mutants.length / 2);
  });
}
