import { describe, expect, it } from 'vitest';
import { resolve } from '#engine';
import { compileTestForm, readFrozenDocuments } from '../../../../test/support/forms.ts';
import type { Suspicion } from '../../store/records/new-enquiry.ts';
import type { SubmissionJudgement } from './judgement.ts';
import { decideReceipt } from './visitor-receipt.ts';

const file = 'forms/general/ui.json';
const form = compileTestForm(
  readFrozenDocuments({ [file]: { ...(readFrozenDocuments()[file] as object), 'ui:receipt': true } }),
);
const plan = resolve(form, {
  site: { id: 101, domain: 'yard.example' },
  page: {},
  content: {
    offices: [],
    enquiryTypes: [{ id: 3, name: 'General' }],
    eventTitles: { state: 'ready', titles: [] },
  },
  locale: 'en',
  today: '2026-11-21',
  entered: { enquiry_type: 3, email: 'ann@example.com' },
});
// Of the visit nothing is read but the page's path.
const judgement = { plan, visit: { page: { path: '/contact' } } } as unknown as SubmissionJudgement;

const receiptOf = (suspicion?: Suspicion) =>
  decideReceipt(
    { address: '192.0.2.1', ticket: { path: '/contact', issuedAt: 0 } },
    {
      judgement,
      suspicion,
      now: 0,
      receipts: { longestAnswer: 1_000 },
      limits: { consumeReceipt: async () => ({ isGranted: true }) },
      store: { findPhotos: async () => [] },
    },
  );

describe('decideReceipt', () => {
  it('sends a receipt of what looks like a person’s, and holds that of what is to be proven', async () => {
    expect(await receiptOf()).toMatchObject({ state: 'waiting', to: 'ann@example.com' });
    expect(await receiptOf('unproven')).toMatchObject({ state: 'held', to: 'ann@example.com' });
  });

  it.each<Suspicion>(['honeypot', 'too-fast', 'ticket-worn', 'too-many'])(
    'withholds the receipt of what looks like a robot’s: %s',
    async (suspicion) => {
      expect(await receiptOf(suspicion)).toEqual({ state: 'withheld', reason: 'suspected' });
    },
  );
});
