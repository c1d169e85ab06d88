import type { Consequence } from '../../compare/index.ts';
import { describeConsequence } from './consequences.ts';
import type { Sentence } from './sentence.ts';
import { createSentenceContext, type SentenceOptions } from './sentence-context.ts';

/**
 * Returns a function that describes a consequence, which is a difference between two form sets, in one
 * sentence. The sentence has the display names of both.
 * @param options.before The earlier form with its documents.
 * @param options.after The later form with its documents.
 */
export function createConsequenceDescriber({
  before,
  after,
  ...contentAndLocale
}: Omit<SentenceOptions, 'form' | 'documents'> & {
  readonly before: Omit<SentenceOptions, 'content' | 'locale'>;
  readonly after: Omit<SentenceOptions, 'content' | 'locale'>;
}): (consequence: Consequence) => Sentence {
  const both = {
    before: createSentenceContext({ ...before, ...contentAndLocale }),
    after: createSentenceContext({ ...after, ...contentAndLocale }),
  };
  return (consequence) => describeConsequence(consequence, both);
}
