import { Fragment, type ReactNode } from 'react';
import type { Part, Reference, Sentence } from '#engine/words/index.ts';

/** A sentence of the engine, in which rules and types are links. */
export function Said({ sentence }: { readonly sentence: Sentence }): ReactNode {
  return sentence.map((part, at) => {
    const address = typeof part === 'string' ? undefined : addressOf(part);
    const key = `${at} ${typeof part === 'string' ? part : part.id}`;
    return address ? (
      <a key={key} href={address}>
        <bdi>{words(part)}</bdi>
      </a>
    ) : (
      <Fragment key={key}>{typeof part === 'string' ? part : <bdi>{words(part)}</bdi>}</Fragment>
    );
  });
}

function words(part: Part): string {
  return typeof part === 'string' ? part : (part.said ?? part.label);
}

function addressOf({ kind, id }: Reference): string | undefined {
  if (kind === 'rule') return `/studio/rules#rule-${encodeURIComponent(id)}`;
  if (kind === 'type') return `/studio/forms/${encodeURIComponent(id)}`;
  return undefined;
}
