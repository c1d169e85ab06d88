import type { Consequence } from '../consequences/index.ts';
import { describeConsequence } from './consequences.ts';
import type { Sentence } from './sentence.ts';
import { createSentenceContext, type SentenceOptions } from './sentence-context.ts';

export function createConsequenceDescriber({
  before,
  after,
  ...speaking
}: Omit<SentenceOptions, 'form' | 'documents'> & {
  readonly before: Omit<SentenceOptions, 'content' | 'locale'>;
  readonly after: Omit<SentenceOptions, 'content' | 'locale'>;
}): (consequence: Consequence) => Sentence {
  const both = {
    before: createSentenceContext({ ...before, ...speaking }),
    after: createSentenceContext({ ...after, ...speaking }),
  };
  return (consequence) => describeConsequence(consequence, both);
}
