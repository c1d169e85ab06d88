import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { Change, ChangeTitle, Patch } from '#engine/editing/index.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import type { AcceptedChange } from '../../api/studio.ts';
import { formatDocumentValue } from '../ui/format-document-value.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { useChangeTitles } from './change-title.ts';
import type { Collision } from './collisions.ts';
import { useDraftState, useStudio } from './context.ts';
import type { RefusedChange } from './draft-state.ts';
import type { ValueChange } from './history.ts';
import { formatPersonName } from './presence/people.tsx';
import { formatUnsavedValues, UnsavedValues } from './value-changes.tsx';
import { useValueWords, type ValueWords } from './value-words.ts';

/**
 * Renders the notices that need a decision: values that two people changed, with both versions, and changes
 * that the server refused. Those of an input that is open are shown at it, by `CollisionsAt`.
 */
export function Collisions(): ReactNode {
  const open = useSyncExternalStore(subscribeToOpenInputs, () => openInputs);
  return <Notices includes={(change) => !open.some((group) => isOfInput(change, group))} />;
}

/** Renders the notices about the changes of one input at that input, instead of at the top of the page. */
export function CollisionsAt({ group }: { readonly group: string }): ReactNode {
  useEffect(() => {
    setOpenInputs([...openInputs, group]);
    return () => setOpenInputs(openInputs.filter((one) => one !== group));
  }, [group]);
  return <Notices includes={(change) => isOfInput(change, group)} />;
}

/** The groups of the changes of the inputs that show their own notices. */
let openInputs: readonly string[] = [];
const openInputListeners = new Set<() => void>();

function setOpenInputs(next: readonly string[]): void {
  openInputs = next;
  for (const listener of openInputListeners) listener();
}

function subscribeToOpenInputs(listener: () => void): () => void {
  openInputListeners.add(listener);
  return () => void openInputListeners.delete(listener);
}

/** Returns true if a change was made in the input with this group. The store adds the id of the undo step. */
function isOfInput({ group = '' }: Change, input: string): boolean {
  return group === input || group.startsWith(`${input} `);
}

/** Renders the notices about the changes for which `includes` returns true. */
function Notices({ includes }: { readonly includes: (change: Change) => boolean }): ReactNode {
  const { collisions, refused } = useDraftState();
  return (
    <>
      {collisions
        .filter(({ change }) => includes(change))
        .map((collision) => (
          <CollisionNotice key={collision.change.id} collision={collision} />
        ))}
      {refused
        .filter(({ change }) => includes(change))
        .map((one) => (
          <RefusedNotice key={one.change.id} refused={one} />
        ))}
    </>
  );
}

/**
 * Renders both values of each position of a conflict, with a button to choose one’s own and a button to
 * choose the other’s.
 */
function CollisionNotice({ collision }: { readonly collision: Collision }): ReactNode {
  const { store, say, me } = useStudio();
  const formatTitle = useChangeTitles();
  const wordValues = useValueWords();
  const { changes } = useDraftState();
  const other = findOtherAuthor(collision, changes);
  const isOwn = other !== undefined && (other.by === store.by || other.name === me.name);
  const what = formatTitle(collision.change.title);
  return (
    <section className="st-notice st-notice--warning" aria-label={say('collision')}>
      <div role="alert">
        <h2>
          {isOwn
            ? say('collision.title-own', { what })
            : say('collision.title', { what, name: formatPersonName({ name: other?.name ?? '' }, say) })}
        </h2>
        <p>{say('collision.text')}</p>
      </div>
      <dl className="st-versions">
        {listConflictingValues(collision)
          .flatMap((conflict) => wordConflict(conflict, collision.change.title, { say, wordValues }))
          .map(({ mine, theirs }) => (
            <div key={JSON.stringify([mine, theirs])}>
              <dt>{say('collision.mine')}</dt>
              <dd>{mine}</dd>
              <dt>{say(isOwn ? 'collision.yours' : 'collision.theirs')}</dt>
              <dd>{theirs}</dd>
            </div>
          ))}
      </dl>
      <div className="st-actions">
        <button type="button" className="st-button" onClick={() => store.decideCollision(collision, 'mine')}>
          {say('collision.keep-mine')}
        </button>
        <button
          type="button"
          className="st-button"
          onClick={() => store.decideCollision(collision, 'theirs')}
        >
          {say('collision.keep-theirs')}
        </button>
      </div>
    </section>
  );
}

/**
 * Returns the person who last changed one of the conflicting positions; it may be the same person in another
 * window. Undefined if no accepted change concerns them, or the draft conflicts with a version that went
 * live.
 */
function findOtherAuthor(
  { conflicts, isOfDraft }: Collision,
  changes: readonly AcceptedChange[],
): Pick<AcceptedChange, 'by' | 'name'> | undefined {
  if (isOfDraft) return undefined;
  const conflictingPatches = conflicts.map(({ patch }) => patch);
  return changes.findLast(({ patches }) =>
    patches.some((patch) =>
      conflictingPatches.some((one) => patch.file === one.file && areNestedPaths(patch.path, one.path)),
    ),
  );
}

/** Returns true if the paths are equal or one contains the other: `rules/3` and `rules/3/when`. */
function areNestedPaths(one: Patch['path'], other: Patch['path']): boolean {
  const shorter = Math.min(one.length, other.length);
  return one.slice(0, shorter).every((step, at) => step === other[at]);
}

/**
 * Returns the conflicting values, from the other's to one's own, in the order of the conflicts. A side is undefined if
 * it has removed the value. Equal pairs occur once.
 */
function listConflictingValues({ change, conflicts }: Collision): readonly ValueChange[] {
  const all = conflicts.map(({ patch, current }): ValueChange => {
    const { file, path } = patch;
    const own = change.patches.find((each) => each.file === file && isSameJson(each.path, path));
    return { file, path, from: current, to: (own ?? patch).after };
  });
  const isAlike = (one: ValueChange, other: ValueChange) =>
    isSameJson(one.from, other.from) && isSameJson(one.to, other.to);
  return all.filter((both, at) => all.findIndex((other) => isAlike(other, both)) === at);
}

/** Returns both sides of a conflict as text: settings in words, other values as they are. */
function wordConflict(
  conflict: ValueChange,
  title: ChangeTitle,
  { say, wordValues }: { readonly say: FormatMessage; readonly wordValues: ValueWords },
): readonly { readonly mine: string; readonly theirs: string }[] {
  if (conflict.file === 'settings.json')
    return wordValues(conflict, title).map(({ from = '', to = '' }) => ({ mine: to, theirs: from }));
  const { from, to } = conflict;
  return [{ mine: formatDocumentValue(to, say), theirs: formatDocumentValue(from, say) }];
}

/**
 * Renders a notice about a change that the server refused, with the reason and all of its values in words, so
 * that nothing typed is lost. Its button dismisses the notice.
 */
function RefusedNotice({ refused }: { readonly refused: RefusedChange }): ReactNode {
  const { store, say } = useStudio();
  const formatTitle = useChangeTitles();
  const wordValues = useValueWords();
  const values = formatUnsavedValues(refused.change, { say, wordValues });
  return (
    <section className="st-notice st-notice--warning" role="alert" aria-label={say('refused')}>
      <h2>{say('refused.title', { what: formatTitle(refused.change.title) })}</h2>
      <p>{say(`refused.${refused.reason}`)}</p>
      {values.length > 0 && (
        <details>
          <summary>{say('refused.what')}</summary>
          <UnsavedValues of={refused.change} />
        </details>
      )}
      <button type="button" className="st-button" onClick={() => store.dismiss(refused)}>
        {say('refused.dismiss')}
      </button>
    </section>
  );
}
