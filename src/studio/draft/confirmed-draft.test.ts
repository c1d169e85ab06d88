import { describe, expect, it } from 'vitest';
import type { AcceptedChange, DraftChange } from '../../api/studio.ts';
import { acceptChanges, type ConfirmedDraft, replaceConfirmed } from './confirmed-draft.ts';

const empty: ConfirmedDraft = { draft: 'd1', documents: { 'ui.json': {} }, changes: [], unapplied: [] };

/** Creates a change that adds a member to `ui.json`, named like the change's version. */
function change(version: number, draft = 'd1'): DraftChange {
  const patches = [{ file: 'ui.json', path: [String(version)], after: version }];
  const title = { key: 'text' } as AcceptedChange['title'];
  return { draft, change: { id: String(version), version, at: 0, by: 'me', title, patches, inverse: [] } };
}

describe('acceptChanges', () => {
  it('applies changes in the order of their versions, each once', () => {
    const waiting = acceptChanges(empty, [change(3), change(2)]);
    expect(waiting).toMatchObject({ documents: empty.documents, changes: [] });
    expect(waiting.unapplied).toHaveLength(2);
    const complete = acceptChanges(waiting, [change(1), change(2)]);
    expect(complete.documents).toEqual({ 'ui.json': { 1: 1, 2: 2, 3: 3 } });
    expect(complete.changes.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(complete.unapplied).toEqual([]);
  });

  it('waits with the changes of a draft that is not loaded', () => {
    expect(acceptChanges(empty, [change(1, 'd2')])).toEqual({ ...empty, unapplied: [change(1, 'd2')] });
  });
});

describe('replaceConfirmed', () => {
  it('applies the changes of the loaded draft that have arrived before, and discards the others', () => {
    const before = acceptChanges(empty, [change(2), change(1, 'd2'), change(1, 'd3')]);
    const after = replaceConfirmed(before, { draft: 'd2', documents: empty.documents, changes: [] });
    expect(after.changes).toEqual([change(1, 'd2').change]);
    expect(after.unapplied).toEqual([change(1, 'd3')]);
  });
});
