import type { Consequence } from '../consequences/index.ts';
import { sayConsequence } from './consequences.ts';
import type { Sentence } from './sentence.ts';
import { type Speaking, tellingOf } from './telling.ts';

export function consequenceWords({
  before,
  after,
  ...speaking
}: Omit<Speaking, 'form' | 'documents'> & {
  readonly before: Omit<Speaking, 'content' | 'locale'>;
  readonly after: Omit<Speaking, 'content' | 'locale'>;
}): (consequence: Consequence) => Sentence {
  const both = { before: tellingOf({ ...before, ...speaking }), after: tellingOf({ ...after, ...speaking }) };
  return (consequence) => sayConsequence(consequence, both);
}
