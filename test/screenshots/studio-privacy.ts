import type { Page } from 'playwright-core';
import type { PersonDataView, RetentionView } from '../../src/api/privacy.ts';

/** Mocks a person and retention rules, so that times are the same in every picture. */
export async function mockPerson(page: Page): Promise<void> {
  await page.route('**/studio/api/privacy/person', (route) => route.fulfill({ json: person }));
  await page.route('**/studio/api/privacy/retention', (route) => route.fulfill({ json: retention }));
}

/** The address in the pictures. */
export const mockedAddress = 'zoe.winter@mail.example';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 23, 9, 41);
const sites = ['www.trevarrow.example', 'international.trevarrow.example'] as const;

const person: PersonDataView = {
  email: mockedAddress,
  enquiries: 214,
  photos: 37,
  mails: 198,
  savedAnswers: 1,
  mailFiles: 1,
  copies: 1,
  isStored: true,
  latest: (
    [
      ['FWT-9KG-T9Q', 'Service', 0],
      ['M4D-HX2-8VN', 'Boat valuation', 12],
      ['B3X-N6F-Q2H', 'General enquiry', 40],
      ['W2H-J9M-PX3', 'Sales', 77],
    ] as const
  ).map(([reference, type, days], at) => ({
    reference,
    type,
    receivedAt: now - days * day,
    site: sites[at === 2 ? 1 : 0],
  })),
  mentionedIn: ['QFP-7KT-3RK'],
  erasures: [
    {
      mark: '5f0c1d77ab02e94c6b1f83d2',
      at: now - 300 * day,
      by: 'Ann Berry',
      enquiries: 2,
      photos: 5,
      mails: 2,
      savedAnswers: 0,
      mailFiles: 0,
      copies: 0,
    },
  ],
};

const retention: RetentionView = {
  mostDays: 36_500,
  rules: [
    { type: '14', enquiries: 1095, photos: 180, mails: 365 },
    { enquiries: 730, mails: 365 },
  ],
  set: { by: 'Ann Berry', at: now - 30 * day },
  types: [
    { id: '14', name: 'Service' },
    { id: '12', name: 'Sales' },
    { id: '13', name: 'Boat valuation' },
    { id: '11', name: 'General enquiry' },
  ],
  now: [{ type: '14', enquiries: 0, photos: 12, mails: 0 }],
  soon: [
    { type: '14', enquiries: 41, photos: 30, mails: 9 },
    { type: '12', enquiries: 7, photos: 0, mails: 12 },
  ],
};
