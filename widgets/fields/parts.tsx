import { Activity, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldDefinition } from '#engine';
import { Hydration, useIsTakenOver } from './hydration.tsx';
import { useFields } from './use-fields.ts';

/** A field as it is drawn, by its name. */
export interface DrawnField {
  readonly name: string;
  readonly content: ReactNode;
}

/** The parts of a long form, each the names of its fields, in runs of those that follow each other; none where it is not long. */
export type Parts = readonly Run[];
type Run = readonly (readonly string[])[];

/** What of an enquiry type its parts are made of. */
interface PartedType {
  readonly fields: readonly Pick<FieldDefinition, 'name' | 'isWide'>[];
}

/** As many fields as a form has whose parts would be worth anything: shorter ones are laid out and painted as quickly in one. */
const longFormFields = 48;

/** How many fields make a part: enough where a wide one begins a row anyway, and never more (even: narrow ones stand in pairs). */
const partFields = { enough: 12, most: 24 } as const;

/**
 * The parts of a long form. A browser lays out and paints a part by itself, so that a key costs what its part costs, and not what the form
 * does. They go by what a type has, not by what is shown, and leave out what other types have as well: whatever the rules or a visitor
 * choose, no field changes its part, and with it its element.
 */
export function partsOf(type: PartedType | undefined, types: readonly PartedType[]): Parts {
  if (type === undefined || type.fields.length < longFormFields) return [];
  const others = types.filter((other) => other !== type);
  const shared = new Set(others.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const runs: string[][][] = [];
  let run: string[][] | undefined;
  for (const { name, isWide } of type.fields) {
    const part = run?.at(-1);
    if (shared.has(name)) run = undefined;
    else if (part && part.length < (isWide ? partFields.enough : partFields.most)) part.push(name);
    else if (run) run.push([name]);
    else {
      run = [[name]];
      runs.push(run);
    }
  }
  return runs;
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
