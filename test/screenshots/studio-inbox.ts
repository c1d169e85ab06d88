import type { Page } from 'playwright-core';
import type {
  EnquiryView,
  InboxChoices,
  InboxListView,
  InboxRowView,
  InboxViews,
  ReplyStart,
  ReplyView,
} from '../../src/api/inbox.ts';
import { explainDeliveryFailure } from '../../src/server/inbox/delivery-reason.ts';

/** Mocks the enquiries of a page, so that times and names are the same in every picture. */
export async function mockEnquiries(
  page: Page,
  { isEmpty = false, hasReplies = false }: { readonly isEmpty?: boolean; readonly hasReplies?: boolean } = {},
): Promise<void> {
  // The list shows ages.
  await page.clock.setFixedTime(now);
  const list: InboxListView = isEmpty ? { rows: [], count: 0, counted: 1000 } : enquiries;
  await page.route('**/studio/api/enquiries', (route) => route.fulfill({ json: list }));
  await page.route('**/studio/api/enquiries/suspected', (route) =>
    route.fulfill({ json: { rows: [], count: isEmpty ? 0 : 3, counted: 1000 } }),
  );
  await page.route('**/studio/api/enquiries/views', (route) => route.fulfill({ json: views }));
  await page.route('**/studio/api/enquiries/choices', (route) => route.fulfill({ json: choices }));
  await page.route('**/studio/api/enquiries/FWT-9KG-T9Q', (route) =>
    route.fulfill({
      json: {
        ...localizeEnquiry(route.request().headers()['accept-language'] ?? 'en'),
        ...(hasReplies && { replies: localizeReplies(route.request().headers()['accept-language'] ?? 'en') }),
      },
    }),
  );
  await page.route('**/studio/api/enquiries/*/reply', (route) => route.fulfill({ json: replyStart }));
  await page.route('**/studio/api/enquiries/FWT-9KG-T9Q/pictures/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: drawBoat(Number(/pictures\/(\d+)/.exec(route.request().url())?.[1])),
    }),
  );
}

/** Returns the enquiry as the server sends it in a language. */
function localizeEnquiry(locale: string): EnquiryView {
  const { mail } = enquiry;
  const tries = mail.tries.map((one) => ({
    ...one,
    ...(one.reason && { why: explainDeliveryFailure(one.reason, locale) }),
  }));
  return { ...enquiry, mail: { ...mail, tries } };
}

/** Returns the replies with the reasons of failures in a language. */
function localizeReplies(locale: string): readonly ReplyView[] {
  return replies.map((reply) => ({
    ...reply,
    ...(reply.reason && { why: explainDeliveryFailure(reply.reason, locale) }),
  }));
}

function drawBoat(number: number): string {
  const [sky, sea, hull] = (
    [
      ['#cfe3ea', '#47788c', '#f4f1ea'],
      ['#f0dcc0', '#6b8f8c', '#26323a'],
    ] as const
  )[number - 1] ?? ['#ddd', '#888', '#fff'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900" width="1200" height="900"><path fill="${sky}" d="M0 0h1200v900H0z"/><path fill="${sea}" d="M0 560h1200v340H0z"/><path fill="${hull}" d="M250 520h700l-110 130H330z"/><path fill="${hull}" d="M590 120h16v400h-16zM620 150l220 340H620zM570 200v290H380z"/></svg>`;
}

const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 10, 23, 9, 41);

const ann = { id: '1', name: 'Ann Berry' };
const pat = { id: '4', name: 'Pat O’Shea' };
const types = {
  service: { id: 14, name: 'Service' },
  sales: { id: 12, name: 'Sales' },
  valuation: { id: 13, name: 'Boat valuation' },
  general: { id: 11, name: 'General enquiry' },
};
const offices = {
  falmouth: { id: '3', name: 'Falmouth yard' },
  antibes: { id: '7', name: 'Antibes' },
  lymington: { id: '5', name: 'Lymington' },
};

const british = { site: 'www.trevarrow.example', office: offices.falmouth };
const abroad = { site: 'international.trevarrow.example', office: offices.antibes };

const references = [
  'FWT-9KG-T9Q',
  'QFP-7KT-3RK',
  'M4D-HX2-8VN',
  'T7C-KP9-WJR',
  'B3X-N6F-Q2H',
  'G8V-RT4-KD7',
  'W2H-J9M-PX3',
  'K6Q-DF8-C4T',
];

const rows = (
  [
    {
      ...british,
      type: types.service,
      from: 'Zoë Winter',
      photos: 2,
      ago: 6 * minute,
      // As the opened enquiry is, which renews this row.
      state: 'in-hand',
      delivery: 'failed',
      assignee: ann,
      excerpt: 'The gelcoat is crazed around the cleats of the starboard bow. Can you look at it?',
    },
    {
      ...abroad,
      type: types.sales,
      from: 'Jean-Baptiste de la Rochefoucauld',
      ago: 44 * minute,
      excerpt: 'Je cherche un voilier de 12 mètres pour une famille de cinq personnes.',
    },
    {
      ...british,
      type: types.valuation,
      from: 'Margaret Penhaligon',
      ago: 2 * hour,
      state: 'in-hand',
      assignee: ann,
      photos: 4,
      excerpt: 'A 1987 Contessa 32, one owner, new standing rigging in 2019.',
    },
    {
      ...british,
      office: offices.lymington,
      type: types.service,
      from: 'Tom Hale',
      ago: 3 * hour,
      delivery: 'failed',
      excerpt: 'Engine will not start after winter; Yanmar 3GM30.',
    },
    {
      ...abroad,
      type: types.general,
      from: 'سلمى الحداد',
      ago: 5 * hour,
      state: 'in-hand',
      assignee: pat,
      excerpt: 'أرغب في حجز مرسى لأسبوعين في الصيف.',
    },
    {
      ...british,
      type: types.sales,
      from: 'Rupert Ashdown',
      ago: 20 * hour,
      state: 'answered',
      assignee: ann,
      excerpt: 'Is the Rustler 36 on your hard still for sale?',
    },
    {
      ...british,
      type: types.general,
      from: '',
      ago: 26 * hour,
      state: 'answered',
      assignee: pat,
      excerpt: 'Do you let berths by the month?',
    },
    {
      ...abroad,
      type: types.sales,
      from: 'Giulia Bianchi',
      ago: 30 * hour,
      state: 'answered',
      assignee: ann,
      excerpt: 'Vorrei vendere la mia barca entro l’estate.',
    },
  ] as const
).map(
  ({ ago, ...row }, at): InboxRowView => ({
    id: `id-${at}`,
    reference: references[at] ?? '',
    sequence: 4127 - at,
    receivedAt: now - ago,
    photos: 0,
    state: 'new',
    delivery: 'sent',
    ...row,
  }),
);

const enquiries: InboxListView = { rows, next: 4120, count: 1000, counted: 1000 };

const choices: InboxChoices = {
  types: Object.values(types),
  offices: Object.values(offices).map((office) => ({ ...office, hasAddress: true })),
  sites: [british.site, abroad.site],
  people: [ann, pat],
  longestSearch: 200,
  unansweredHours: 24,
  mostSelected: 200,
};

const views: InboxViews = {
  revision: 1,
  views: [
    { id: 'falmouth', name: 'Falmouth, service', query: 'type=14&office=3', isCounted: true, count: 12 },
  ],
  most: 20,
  longestName: 40,
  counted: 1000,
};

const [first] = rows;

const enquiry: EnquiryView = {
  ...(first as InboxRowView),
  delivery: 'failed',
  state: 'in-hand',
  assignee: ann,
  version: 26,
  wordedIn: 'en',
  email: 'zoe.winter@mail.example',
  isOwnPage: true,
  notes: [],
  submissionUrl: 'https://www.trevarrow.example/services/refit',
  answers: [
    { label: 'Name', value: 'Zoë Winter' },
    { label: 'Email', value: 'zoe.winter@mail.example' },
    { label: 'Phone number', value: '+44 1326 555 014' },
    { label: 'Your boat', value: 'Rustler 36, “Gannet”, 1994' },
    { label: 'Preferred office', value: 'Falmouth yard' },
    {
      label: 'Message',
      value:
        'The gelcoat is crazed around the cleats of the starboard bow. Can you look at it?\n\nShe is on a swinging mooring off Flushing, and I could bring her round on any tide next week.',
    },
  ],
  pictures: [1, 2].map((number) => ({
    name: number === 1 ? 'starboard-bow.jpg' : 'IMG_2041.jpg',
    type: 'image/jpeg',
    state: 'ready',
    address: `/studio/api/enquiries/FWT-9KG-T9Q/pictures/${number}`,
    previewAddress: `/studio/api/enquiries/FWT-9KG-T9Q/pictures/${number}/preview`,
  })),
  mail: {
    to: 'falmouth@trevarrow.example',
    tries: [
      {
        at: now - 5 * minute,
        to: 'falmouth@trevarrow.example',
        outcome: 'waiting',
        reason: 'connect ECONNREFUSED 203.0.113.9:587',
      },
      {
        at: now - 2 * minute,
        to: 'falmouth@trevarrow.example',
        outcome: 'failed',
        reason: '550 5.1.1 <falmouth@trevarrow.example>: Recipient address rejected: User unknown',
      },
    ],
  },
  history: [
    { number: 1, at: now - 4 * minute, by: ann, kind: 'assigned', to: ann },
    { number: 2, at: now - 4 * minute, by: ann, kind: 'handled', from: 'new', to: 'in-hand' },
    {
      number: 3,
      at: now - 3 * minute,
      by: pat,
      kind: 'noted',
      text: 'Gannet was here in 2022 for the rudder. Slot free on Thursday.',
    },
  ],
};

const replyStart: ReplyStart = {
  to: 'zoe.winter@mail.example',
  replyTo: 'falmouth@trevarrow.example',
  locale: 'en',
  languages: ['en', 'de', 'fr', 'ar'].map((locale) => ({
    locale,
    subject: 'Re: Service (FWT-9KG-T9Q)',
    templates: [
      {
        id: 'thanks',
        name: 'Thank you, more to follow',
        subject: 'Your enquiry FWT-9KG-T9Q',
        text: 'Dear Zoë Winter,\n\nThank you for your enquiry. We are looking into it.\n\nKind regards\nAnn Berry',
      },
    ],
  })),
  quote: 'The gelcoat is crazed around the cleats of the starboard bow. Can you look at it?',
  longestSubject: 200,
  longestText: 10_000,
};

const replies: readonly ReplyView[] = [
  {
    number: 1,
    at: now - 3 * minute,
    by: ann,
    to: 'zoe.winter@mail.example',
    subject: 'Your enquiry FWT-9KG-T9Q',
    text: 'Dear Zoë,\n\nThursday at ten would suit us. Can you bring her round then?\n\nAnn Berry',
    state: 'sent',
    triedAt: now - 3 * minute,
  },
  {
    number: 2,
    at: now - 2 * minute,
    by: pat,
    to: 'zoe.winter@mail.example',
    subject: 'Your enquiry FWT-9KG-T9Q',
    text: 'We can lend you a mooring for the night before.',
    state: 'failed',
    triedAt: now - minute,
    reason: '550 5.1.1 <zoe.winter@mail.example>: user unknown',
  },
];
