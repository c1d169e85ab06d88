import { Activity, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Hydration, useIsTakenOver } from './hydration.tsx';
import type { Parts, Run } from './parts.ts';
import { useFields } from './use-fields.ts';

export interface DrawnField {
  readonly name: string;
  readonly content: ReactNode;
}

/** Returns the contents of the fields in their order, grouped into chunks. */
export function inParts(drawn: readonly DrawnField[], parts: Parts): readonly ReactNode[] {
  if (parts.length === 0) return drawn.map(({ content }) => content);
  const contents = new Map(drawn.map(({ name, content }) => [name, content]));
  const runOf = new Map(parts.flatMap((run) => run.flat().map((name) => [name, run])));
  const placed = new Set<Run>();
  return drawn.map(({ name, content }) => {
    const run = runOf.get(name);
    if (run === undefined) return content;
    if (placed.has(run)) return null;
    placed.add(run);
    return <RunOfParts key={`-parts-${run[0]?.[0]}`} run={run} contents={contents} />;
  });
}

/**
 * A run of chunks. React hydrates each chunk when the browser is idle, after the chunk before it: each chunk
 * is inside the `Activity` boundary of the one before. An event in a chunk that is not hydrated hydrates all
 * chunks before it at once.
 */
function RunOfParts({
  run,
  contents,
}: {
  readonly run: Run;
  readonly contents: ReadonlyMap<string, ReactNode>;
}): ReactNode {
  const { store } = useFields();
  const isTakenOver = useIsTakenOver();
  const [, takeOverAll] = useState(false);
  // Text in chunks that are not hydrated yet is pending, too.
  useEffect(
    () => (isTakenOver ? store.registerPending(() => flushSync(() => takeOverAll(true))) : undefined),
    [isTakenOver, store],
  );
  return run.reduceRight<ReactNode>(
    (following, part) => (
      <Activity key={part[0]}>
        {part.some((name) => contents.has(name)) && (
          <div className="sw-fields sw-fields--part">
            <Hydration>{part.map((name) => contents.get(name))}</Hydration>
          </div>
        )}
        {following}
      </Activity>
    ),
    null,
  );
}
