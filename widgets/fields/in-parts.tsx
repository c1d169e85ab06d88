import { Activity, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Hydration, useIsTakenOver } from './hydration.tsx';
import type { Parts, Run } from './parts.ts';
import { useFields } from './use-fields.ts';

/** A field as it is drawn, by its name. */
export interface DrawnField {
  readonly name: string;
  readonly content: ReactNode;
}

/** Fields, each with what stands around it, in their order and their parts. */
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
 * Parts, each taken over by itself when a browser has nothing else to do, and the next once the former was: a part is of the boundary of
 * the one before it. What is done in one that waits has those before it taken over at once.
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
  // What was typed into those that wait is pending, too.
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
