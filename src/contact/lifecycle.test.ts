import { describe, expect, it } from 'vitest';
import {
  getLifecycleAfterPost,
  getNamedProblems,
  isChecked,
  isSubmittable,
  type Lifecycle,
  type LifecycleEvent,
  reduceLifecycle,
} from './lifecycle.ts';
import type { NamedProblem } from './section-data.ts';

const receipt = { enquiryType: 3 };
const ofEmail: NamedProblem = {
  problem: { field: 'email', code: 'wrong-format' },
  message: 'Enter an address',
};
const ofGuest: NamedProblem = { problem: { field: 'guests/0/name', code: 'required' } };
const failure = { named: [ofEmail, ofGuest] };

const initialLifecycle = getLifecycleAfterPost(undefined);

describe('reduceLifecycle', () => {
  it('leads from editing over checking and submitting to success', () => {
    const states = walk([{ type: 'submitted' }, { type: 'passed' }, { type: 'succeeded', receipt }]);
    expect(states.map(({ state }) => state)).toEqual(['checking', 'submitting', 'success']);
    expect(states.at(-1)).toEqual({ state: 'success', receipt });
  });

  it('returns to editing when the page finds problems, and judges from then on', () => {
    const refused = last([{ type: 'submitted' }, { type: 'refused', count: 3 }]);
    expect(refused).toEqual({ state: 'editing', isChecked: true, refusedCount: 3, named: [] });
  });

  it('lets a failed send be tried again', () => {
    const again = last([...failed, { type: 'submitted' }]);
    expect(again).toEqual({ state: 'checking', isChecked: true });
    expect(getNamedProblems(again)).toEqual([]);
  });

  it('leads from a failed send to a stored enquiry, and from there to the thanks or back into the form', () => {
    const failure = { named: [], isUnreachable: true } as const;
    const error: Lifecycle = { state: 'error', failure, named: [] };
    const stored = reduceLifecycle(error, { type: 'stored', id: 'k' });
    expect(stored).toEqual({ state: 'stored', id: 'k' });
    expect(reduceLifecycle(stored, { type: 'failed', failure })).toBe(stored);
    const receipt = { enquiryType: 3 };
    expect(reduceLifecycle(stored, { type: 'succeeded', receipt })).toEqual({ state: 'success', receipt });
    expect(reduceLifecycle(stored, { type: 'reopened' })).toEqual({
      state: 'editing',
      isChecked: true,
      named: [],
    });
    const named = [{ problem: { field: 'name', code: 'required' } }] as const;
    expect(reduceLifecycle(stored, { type: 'reopened', failure: { named } })).toEqual({
      state: 'error',
      failure: { named },
      named,
    });
    const submitting: Lifecycle = { state: 'submitting' };
    for (const event of [{ type: 'stored', id: 'k' }, { type: 'reopened' }] as const)
      expect(reduceLifecycle(submitting, event)).toBe(submitting);
  });

  it('takes the failure away with the next edit, and what was said of a field with an edit of that field', () => {
    expect(getNamedProblems(last(failed))).toEqual([ofEmail, ofGuest]);
    const afterName = last([...failed, { type: 'edited', field: 'name' }]);
    expect(afterName).toEqual({
      state: 'editing',
      isChecked: true,
      named: [ofEmail, ofGuest],
    });
    const afterGuest = reduceLifecycle(afterName, { type: 'edited', field: 'guests' });
    expect(getNamedProblems(afterGuest)).toEqual([ofEmail]);
    expect(last([...failed, { type: 'edited', field: 'email' }])).toMatchObject({ named: [ofGuest] });
  });

  it('stays the same object through edits that change nothing', () => {
    expect(reduceLifecycle(initialLifecycle, { type: 'edited', field: 'name' })).toBe(initialLifecycle);
  });

  it('checks nothing of a newly chosen type', () => {
    expect(last([...failed, { type: 'type-changed' }])).toEqual({ ...initialLifecycle, isNewType: true });
  });

  it.each<{ readonly while: string; readonly before: readonly LifecycleEvent[] }>([
    { while: 'checking', before: [{ type: 'submitted' }] },
    { while: 'submitting', before: [{ type: 'submitted' }, { type: 'passed' }] },
    { while: 'success', before: [{ type: 'submitted' }, { type: 'passed' }, { type: 'succeeded', receipt }] },
  ])('takes no second submit, edit or change of type while $while', ({ before }) => {
    const lifecycle = last(before);
    expect(isSubmittable(lifecycle)).toBe(false);
    for (const event of [
      { type: 'submitted' },
      { type: 'type-changed' },
      { type: 'edited', field: 'name' },
    ] as const)
      expect(reduceLifecycle(lifecycle, event)).toBe(lifecycle);
  });

  it.each<LifecycleEvent>([
    { type: 'refused', count: 3 },
    { type: 'passed' },
    { type: 'failed', failure },
    { type: 'succeeded', receipt },
  ])('ignores a late "$type" while the visitor edits', (event) => {
    expect(reduceLifecycle(initialLifecycle, event)).toBe(initialLifecycle);
  });
});

describe('isChecked', () => {
  it('is false until a submit has judged the fields', () => {
    expect(walk([{ type: 'submitted' }, { type: 'passed' }]).map(isChecked)).toEqual([false, true]);
    expect(isChecked(initialLifecycle)).toBe(false);
    expect(isChecked(last(failed))).toBe(true);
    expect(isChecked({ state: 'success', receipt })).toBe(false);
  });
});

const failed: readonly LifecycleEvent[] = [
  { type: 'submitted' },
  { type: 'passed' },
  { type: 'failed', failure },
];

function walk(events: readonly LifecycleEvent[]): readonly Lifecycle[] {
  let lifecycle: Lifecycle = initialLifecycle;
  return events.map((event) => {
    lifecycle = reduceLifecycle(lifecycle, event);
    return lifecycle;
  });
}

function last(events: readonly LifecycleEvent[]): Lifecycle {
  return walk(events).at(-1) ?? initialLifecycle;
}
