import type { Consequence } from '../consequences/index.ts';
import { describeConsequence } from './consequences.ts';
import type { Sentence } from './sentence.ts';
import { createSentenceContext, type SentenceOptions } from './sentence-context.ts';

/** Returns a function that describes a difference between two form sets in one sentence. */
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
