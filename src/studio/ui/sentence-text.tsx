import { Fragment, type ReactNode } from 'react';
import type { Sentence, SentencePart, SentenceReference } from '#engine/rules/sentences/index.ts';

/** Renders a sentence of the engine as text. References to rules and enquiry types are links. */
export function SentenceText({ sentence }: { readonly sentence: Sentence }): ReactNode {
  return sentence.map((part, at) => {
    const address = typeof part === 'string' ? undefined : getReferenceAddress(part);
    const key = `${at} ${typeof part === 'string' ? part : part.id}`;
    return address ? (
      <a key={key} href={address}>
        <bdi>{getPartText(part)}</bdi>
      </a>
    ) : (
      <Fragment key={key}>{typeof part === 'string' ? part : <bdi>{getPartText(part)}</bdi>}</Fragment>
    );
  });
}

/** Returns the text of a part. For a reference it is the form that the sentence uses, or else its label. */
function getPartText(part: SentencePart): string {
  return typeof part === 'string' ? part : (part.said ?? part.label);
}

/** Returns the address of a rule or a type. Undefined for all other references. */
function getReferenceAddress({ kind, id }: SentenceReference): string | undefined {
  if (kind === 'rule') return `/studio/rules#rule-${encodeURIComponent(id)}`;
  if (kind === 'type') return `/studio/forms/${encodeURIComponent(id)}`;
  return undefined;
}
