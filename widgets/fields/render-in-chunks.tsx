import { Activity, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldChunkRun, FieldChunks } from './field-chunks.ts';
import { HydrationProvider, useIsServerRendered } from './hydration.tsx';
import { useFields } from './use-fields.ts';

/** A field with its element, or with several: its blocks before it. Each element has a key. */
export interface RenderedField {
  readonly name: string;
  readonly content: ReactNode | readonly ReactNode[];
}

/**
 * Returns the elements of the fields in their order. Those of one run of chunks are inside one element, at
 * the position of the first of them that is in `drawn`. Without chunks the elements are returned as they are.
 */
export function renderInChunks(drawn: readonly RenderedField[], parts: FieldChunks): readonly ReactNode[] {
  if (parts.length === 0) return drawn.flatMap(({ content }) => content);
  const contents = new Map(drawn.map(({ name, content }) => [name, content]));
  const runByField = new Map(parts.flatMap((run) => run.flat().map((name) => [name, run])));
  const renderedRuns = new Set<FieldChunkRun>();
  return drawn.flatMap(({ name, content }) => {
    const run = runByField.get(name);
    if (run === undefined) return content;
    if (renderedRuns.has(run)) return null;
    renderedRuns.add(run);
    return <ChunkRunView key={`-parts-${run[0]?.[0]}`} run={run} contents={contents} />;
  });
}

/**
 * Renders a run of chunks; a chunk without contents renders nothing. React hydrates each chunk when the
 * browser is idle, after the chunk before it: each chunk is inside the `Activity` boundary of the one before.
 * An event in a chunk that is not hydrated hydrates all chunks before it at once, and `flush` of the store
 * hydrates all.
 */
function ChunkRunView({
  run,
  contents,
}: {
  readonly run: FieldChunkRun;
  readonly contents: ReadonlyMap<string, RenderedField['content']>;
}): ReactNode {
  const { store } = useFields();
  const isServerRendered = useIsServerRendered();
  const [, hydrateAll] = useState(false);
  // Text in chunks that are not hydrated yet is pending, too.
  useEffect(
    () => (isServerRendered ? store.registerPending(() => flushSync(() => hydrateAll(true))) : undefined),
    [isServerRendered, store],
  );
  return run.reduceRight<ReactNode>(
    (following, chunk) => (
      <Activity key={chunk[0]}>
        {chunk.some((name) => contents.has(name)) && (
          <div className="sw-fields sw-fields--part">
            <HydrationProvider>{chunk.flatMap((name) => contents.get(name))}</HydrationProvider>
          </div>
        )}
        {following}
      </Activity>
    ),
    null,
  );
}
