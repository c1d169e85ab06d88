import { describe, expect, it } from 'vitest';
import type { InboxRowView } from '../../../api/inbox.ts';
import { listRange } from './list-range.ts';
import { assignTo, groupRefused, setState } from './selection-requests.ts';

const ann = { id: 'ann', name: 'Ann' };
const createRow = (id: string, more: Partial<InboxRowView> = {}): InboxRowView => ({
  id,
  reference: `REF-${id}`,
  sequence: 1,
  receivedAt: 0,
  type: { id: 3, name: 'General' },
  site: 'a.example',
  from: '',
  excerpt: '',
  photos: 0,
  state: 'new',
  delivery: 'sent',
  ...more,
});
const rows = [
  createRow('1'),
  createRow('2', { state: 'answered', assignee: ann }),
  createRow('3', { state: 'in-hand', assignee: ann }),
];

describe('assignTo', () => {
  it('takes up new enquiries, and gives back those in progress', () => {
    expect(assignTo(rows, ann).request.enquiries).toEqual([
      { id: '1', seen: { state: 'new' }, assignee: 'ann', state: 'in-hand' },
      { id: '2', seen: { state: 'answered', assignee: 'ann' }, assignee: 'ann' },
      { id: '3', seen: { state: 'in-hand', assignee: 'ann' }, assignee: 'ann' },
    ]);
    expect(assignTo(rows, undefined).request.enquiries).toMatchObject([
      { id: '1', assignee: null },
      { id: '2', assignee: null },
      { id: '3', assignee: null, state: 'new' },
    ]);
  });
});

describe('setState', () => {
  it('is reverted for the enquiries that were changed, to what each was before', () => {
    const { createUndo } = setState(rows, 'answered');
    const done = [
      createRow('3', { state: 'answered', assignee: ann }),
      createRow('1', { state: 'answered' }),
    ];
    expect(createUndo?.(done)).toEqual({
      action: 'handle',
      enquiries: [
        { id: '3', seen: { state: 'answered', assignee: 'ann' }, state: 'in-hand', assignee: 'ann' },
        { id: '1', seen: { state: 'answered' }, state: 'new', assignee: null },
      ],
    });
  });
});

describe('groupRefused', () => {
  it('names enquiries by their references, also those that are gone', () => {
    const refused = [
      { id: '1', reason: 'changed', row: createRow('1') },
      { id: '2', reason: 'not-found' },
      { id: '3', reason: 'changed', row: createRow('3') },
    ] as const;
    expect(groupRefused({ refused }, rows)).toEqual([
      { reason: 'changed', references: ['REF-1', 'REF-3'] },
      { reason: 'not-found', references: ['REF-2'] },
    ]);
  });
});

describe('listRange', () => {
  it('lists the rows between two, in either direction, and the last alone if the first is gone', () => {
    expect(listRange(rows, '3', '2')).toEqual(['2', '3']);
    expect(listRange(rows, '1', '3')).toEqual(['1', '2', '3']);
    expect(listRange(rows, 'gone', '3')).toEqual(['3']);
  });
});
