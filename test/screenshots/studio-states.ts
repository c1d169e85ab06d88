import type { Page } from 'playwright-core';
import type { FiguresView } from '../../src/api/figures.ts';
import type { GuideView } from '../../src/api/guide.ts';
import { studioPassword } from '../support/studio-password.ts';
import type { Visitor, VisitorOptions } from '../support/visitor.ts';
import type { PictureState, PictureWidth } from './states.ts';
import { answerFigures } from './studio-answers.ts';
import { mockSources } from './studio-content.ts';
import { mockEnquiries } from './studio-inbox.ts';
import { mockedAddress, mockPerson } from './studio-privacy.ts';
import { mockComments, openPreviewLink } from './studio-review.ts';
import { mockVersions } from './studio-versions.ts';

const wide = [1280] as const;
const tablet = [768] as const;
const phones = [375] as const;
const wideAndPhone = [1280, 375] as const;
const wideAndTablet = [1280, 768] as const;

const dark: VisitorOptions = { colorScheme: 'dark' };
const arabic: VisitorOptions = { locale: 'ar' };

/** The guide of somebody who has closed it. */
const closedGuide: GuideView = { done: [], isDismissed: true };

/**
 * States of the studio: its sign-in, and each part as it opens. They change nothing, since they share a
 * draft.
 */
export const studioStates: readonly PictureState[] = [
  inStudio('sign-in', { widths: wide, bringAbout: ({ page }) => page.goto('/studio') }),
  inStudio('forms', { widths: wide, bringAbout: listForms }),
  inStudio('form', { widths: wide, bringAbout: chooseStudioField }),
  inStudio('form-dark', { widths: wide, options: dark, bringAbout: chooseStudioField }),
  inStudio('form-arabic', { widths: tablet, options: arabic, bringAbout: chooseStudioField }),
  inStudio('form-comments', { widths: wideAndTablet, bringAbout: readsComments }),
  inStudio('preview-link', { widths: wideAndPhone, bringAbout: ({ page }) => openPreviewLink(page) }),
  inStudio('new-type', { widths: tablet, bringAbout: choosesTemplate }),
  inStudio('new-type-dark', { widths: wide, options: dark, bringAbout: choosesTemplate }),
  inStudio('help', { widths: tablet, bringAbout: opensHelp }),
  inStudio('help-arabic', { widths: wide, options: arabic, bringAbout: opensHelp }),
  inStudio('content', { widths: wide, bringAbout: listsContent }),
  inStudio('content-source', { widths: wideAndTablet, bringAbout: readsFaultySource }),
  inStudio('rules', { widths: wide, bringAbout: opensRule }),
  inStudio('rules-map', { widths: wideAndTablet, bringAbout: readsMap }),
  inStudio('texts', { widths: wide, bringAbout: openIn('/studio/texts') }),
  inStudio('enquiries', { widths: wideAndPhone, bringAbout: listEnquiries }),
  inStudio('enquiries-dark', { widths: wide, options: dark, bringAbout: listEnquiries }),
  inStudio('enquiries-empty', { widths: tablet, bringAbout: hasNoEnquiries }),
  inStudio('enquiry', { widths: wideAndPhone, bringAbout: readsEnquiry }),
  inStudio('enquiry-arabic', { widths: wide, options: arabic, bringAbout: readsEnquiry }),
  inStudio('reply', { widths: wide, bringAbout: repliesToEnquiry }),
  inStudio('reply-dark', { widths: tablet, options: dark, bringAbout: repliesToEnquiry }),
  inStudio('reply-arabic', { widths: wide, options: arabic, bringAbout: repliesToEnquiry }),
  inStudio('privacy', { widths: wide, shows: 'page', bringAbout: findPerson }),
  inStudio('people', { widths: wide, bringAbout: listPeople }),
  inStudio('audit', { widths: wide, bringAbout: readsAudit }),
  inStudio('figures', { widths: wide, bringAbout: readFigures }),
  inStudio('answers', { widths: wideAndTablet, bringAbout: readAnswers }),
  inStudio('publish', { widths: wide, bringAbout: readConsequences }),
  inStudio('publish-arabic', { widths: tablet, options: arabic, bringAbout: readConsequences }),
  inStudio('history', { widths: phones, bringAbout: readsHistory }),
];

function inStudio(
  name: string,
  state: Pick<PictureState, 'options' | 'bringAbout'> &
    Partial<Pick<PictureState, 'shows'>> & { readonly widths: readonly PictureWidth[] },
): PictureState {
  return { shows: 'window', ...state, name: `studio-${name}`, isStudio: true };
}

function openIn(path: string, guide = closedGuide): (visitor: Visitor) => Promise<Page> {
  return async ({ page }) => {
    await page.route('**/studio/api/guide', (route) => route.fulfill({ json: guide }));
    await page.goto(path);
    await page.locator('[autocomplete="username"]').fill('owner');
    await page.locator('[type="password"]').fill(studioPassword);
    await page.keyboard.press('Enter');
    await page.locator('.st-bar').waitFor();
    await page.locator('main h1').waitFor();
    return page;
  };
}

/** The forms, with the pages that offer each, below the guide of somebody who has begun it. */
async function listForms(visitor: Visitor): Promise<void> {
  const page = await openIn('/studio/forms', { done: ['look'], isDismissed: false })(visitor);
  await page.locator('.st-guide').waitFor();
  await page
    .getByRole('button', { name: /Offered on/ })
    .first()
    .waitFor();
}

/** "required" in the languages of these pictures. */
const requiredWord = /required|مطلوب/;

/** The service form with its phone number selected. */
export async function chooseStudioField(visitor: Visitor): Promise<void> {
  // The preview then scrolls to the field without animation.
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
  const page = await openIn('/studio/forms/service')(visitor);
  const preview = page.frameLocator('iframe').first();
  await preview.locator('.sw-section').waitFor();
  await page
    .locator('.st-preview-row option')
    .getByText(/landing page|صفحة هبوط/)
    .first()
    .waitFor({ state: 'attached' });
  // Required fields are known only after the proof of the draft.
  await page.locator('main li', { hasText: 'Office' }).getByText(requiredWord).first().waitFor();
  await page.locator('main li button', { hasText: 'Phone number' }).first().click();
  await preview.locator('[data-st-chosen]').waitFor();
}

/** The service form with the comments on its phone number. */
async function readsComments(visitor: Visitor): Promise<void> {
  await mockComments(visitor.page);
  await chooseStudioField(visitor);
  await visitor.page.getByText('The yard calls').scrollIntoViewIfNeeded();
}

/** The form for a new type with a template and its preview. */
async function choosesTemplate(visitor: Visitor): Promise<void> {
  const page = await openIn('/studio/forms')(visitor);
  await page.getByRole('button', { name: 'New enquiry type' }).click();
  await page.getByLabel('Begin with').selectOption('Charter');
  await page.frameLocator('iframe').first().locator('.sw-section').waitFor();
}

async function opensHelp(visitor: Visitor): Promise<void> {
  const page = await openIn('/studio/rules')(visitor);
  await page.locator('.st-help-button').click();
  await page.locator('.st-help').waitFor();
}

async function listsContent(visitor: Visitor): Promise<void> {
  await mockSources(visitor.page);
  const page = await openIn('/studio/content')(visitor);
  await page.locator('main tbody tr').first().waitFor();
}

/** Events of a CMS that answers with a page. */
async function readsFaultySource(visitor: Visitor): Promise<void> {
  await mockSources(visitor.page);
  const page = await openIn('/studio/content/events')(visitor);
  await page.locator('.st-content-source-bar').waitFor();
}

/** Five people with mocked times, because the server's would differ each day. */
async function listPeople(visitor: Visitor): Promise<void> {
  await visitor.page.route('**/studio/api/people', (route) => route.fulfill({ json: people }));
  await visitor.page.route('**/studio/api/tokens', (route) => route.fulfill({ json: tokens }));
  const page = await openIn('/studio/people')(visitor);
  await page.locator('.st-people-table tbody tr').nth(4).waitFor();
  await page.locator('.st-rows li').first().waitFor();
}

/** Mocked enquiries of one day. */
async function listEnquiries(visitor: Visitor): Promise<void> {
  await mockEnquiries(visitor.page);
  const page = await openIn('/studio/enquiries')(visitor);
  await page.locator('.st-inbox-row').first().waitFor();
  await page.locator('.st-inbox-way .st-tally').waitFor();
}

async function hasNoEnquiries(visitor: Visitor): Promise<void> {
  await mockEnquiries(visitor.page, { isEmpty: true });
  const page = await openIn('/studio/enquiries')(visitor);
  await page.locator('.st-empty').waitFor();
}

async function readsEnquiry(visitor: Visitor): Promise<void> {
  await mockEnquiries(visitor.page);
  const page = await openIn('/studio/enquiries/FWT-9KG-T9Q')(visitor);
  await page.locator('.st-photo img').nth(1).waitFor();
  await page.locator('.st-neighbours a').waitFor();
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
}

/** The form of a reply with a template, above two earlier replies of which one was refused. */
async function repliesToEnquiry(visitor: Visitor): Promise<void> {
  await mockEnquiries(visitor.page, { hasReplies: true });
  const page = await openIn('/studio/enquiries/FWT-9KG-T9Q')(visitor);
  await page.locator('.st-enquiry-head button').click();
  await page.locator('.st-note-form select').first().selectOption('thanks');
  await page.locator('.st-photo img').nth(1).waitFor();
  await page.locator('.st-neighbours a').waitFor();
}

/** The whole page, which is longer than a window. */
async function findPerson(visitor: Visitor): Promise<void> {
  await mockPerson(visitor.page);
  const page = await openIn('/studio/enquiries/privacy')(visitor);
  await page.getByLabel('Email').fill(mockedAddress);
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.locator('.st-privacy-card .st-figures-list').waitFor();
  await page.locator('.st-goes').waitFor();
}

async function readsAudit(visitor: Visitor): Promise<void> {
  await visitor.page.route('**/studio/api/people', (route) => route.fulfill({ json: people }));
  await visitor.page.route('**/studio/api/audit?*', (route) => route.fulfill({ json: { entries } }));
  const page = await openIn('/studio/audit')(visitor);
  await page.locator('.st-audit').first().waitFor();
}

/** Four weeks in May. */
async function readFigures(visitor: Visitor): Promise<void> {
  await visitor.page.route('**/studio/api/figures?*', (route) => route.fulfill({ json: figures }));
  const page = await openIn('/studio/figures')(visitor);
  await page.locator('.st-field-table').nth(1).waitFor();
}

async function readAnswers(visitor: Visitor): Promise<void> {
  await visitor.page.route('**/studio/api/figures/answers?*', (route) =>
    route.fulfill({ json: answerFigures }),
  );
  const page = await openIn('/studio/figures?view=answers&by=site')(visitor);
  await page.locator('.st-answer-chart').nth(2).waitFor();
}

const sentByDay = [3, 5, 4, 6, 2, 1, 5, 7, 6, 8, 4, 2, 1, 6, 9, 7, 5, 6, 3, 2, 8, 6, 7, 9, 5, 3, 1, 4];
const perDay = sentByDay.map((sent, at) => {
  const abandoned = (at * 7) % 5;
  return { day: `2026-05-${String(at + 1).padStart(2, '0')}`, began: sent + abandoned, sent, abandoned };
});
const sumFigures = (name: 'began' | 'sent' | 'abandoned') => perDay.reduce((all, one) => all + one[name], 0);
const [service, sales] = [
  { key: 'service', name: 'Service' },
  { key: 'sales', name: 'Sales' },
];
const [mainSite, solent] = [
  { key: '101', name: 'Trevarrow' },
  { key: '119', name: 'Trevarrow Solent' },
];
const [phone, make, email] = [
  { key: 'phone', name: 'Phone number' },
  { key: 'boat_make', name: 'Make' },
  { key: 'email', name: 'Email' },
];
const figures: FiguresView = {
  from: '2026-05-01',
  until: '2026-05-28',
  share: 1,
  fewest: 5,
  total: { began: sumFigures('began'), sent: sumFigures('sent'), abandoned: sumFigures('abandoned') },
  days: perDay,
  types: [
    { ...service, began: 118, sent: 80, abandoned: 38 },
    { ...sales, began: 72, sent: 55, abandoned: 17 },
  ],
  sites: [
    { ...mainSite, began: 150, sent: 109, abandoned: 41 },
    { ...solent, began: 40, sent: 26, abandoned: 14 },
  ],
  stops: [
    { type: service, field: phone, count: 21 },
    { type: service, field: make, count: 9 },
    { type: sales, field: email },
    { type: sales },
  ],
  messages: [
    {
      type: service,
      field: phone,
      count: 34,
      code: 'wrong-format',
      message: 'Enter the phone number in digits, for example +44 20 7946 0018',
    },
    { type: service, field: make, count: 12, code: 'required', message: 'Enter who built the boat' },
    {
      type: sales,
      field: email,
      code: 'wrong-format',
      message: 'Enter an email address in the form name@example.com',
    },
  ],
  choices: { types: [service, sales], sites: [mainSite, solent] },
};

const day = Date.UTC(2026, 4, 12, 9, 30);
const hour = 3_600_000;
const own = { hasPassword: true, createdAt: day - 900 * hour };

const people = {
  people: [
    {
      id: '1',
      name: 'Ann Berry',
      email: 'ann@trevarrow.example',
      role: 'owner',
      isMe: false,
      ...own,
      hasSecondFactor: true,
      seenAt: day,
    },
    {
      id: '2',
      name: 'Edith Marsh',
      email: 'edith@trevarrow.example',
      role: 'editor',
      isMe: false,
      ...own,
      hasSecondFactor: false,
      seenAt: day - 20 * hour,
      types: ['sales', 'valuation'],
    },
    { id: '3', name: 'owner', role: 'owner', isMe: true, ...own, hasSecondFactor: false, seenAt: day },
    {
      id: '4',
      name: 'Pat O’Shea',
      email: 'pat@trevarrow.example',
      role: 'publisher',
      isMe: false,
      ...own,
      hasSecondFactor: true,
    },
  ],
  invitations: [
    {
      id: '5',
      email: 'vera@trevarrow.example',
      role: 'viewer',
      by: 'Ann Berry',
      at: day,
      expiresAt: Date.UTC(2100, 0, 1),
    },
  ],
};

const tokens = [
  {
    id: '1',
    purpose: 'CI of the forms',
    role: 'publisher',
    start: 'slipway_Ab3d',
    isOwn: false,
    person: { id: '1', name: 'Ann Berry' },
    createdAt: day,
    expiresAt: day + 900 * hour,
    usedAt: day,
  },
];

const ann = { id: '1', name: 'Ann Berry', via: 'session' };
const entries = [
  ['published', ann, '7', { note: 'Berths for the summer' }],
  ['draft-changed', { id: '2', name: 'Edith Marsh', via: 'session' }, undefined, { change: 12 }],
  ['sign-in-refused', { name: '' }, 'Edith Marsh', { reason: 'wrong-password' }],
  ['token-made', ann, 'CI of the forms', { role: 'publisher' }],
  ['person-changed', ann, 'Edith Marsh', { role: 'editor', types: ['sales', 'valuation'] }],
  ['person-invited', ann, 'vera@trevarrow.example', { role: 'viewer' }],
  ['went-live', { name: 'server' }, '6'],
  ['second-factor-set-up', ann],
  ['signed-in', ann],
].map(([action, who, about, details], index) => ({
  number: 40 - index,
  at: day - index * 5 * hour,
  action,
  who,
  from: '203.0.113.7',
  hash: '',
  ...(about !== undefined && { about }),
  ...(details !== undefined && { details }),
}));

async function opensRule(visitor: Visitor): Promise<void> {
  const page = await openIn('/studio/rules')(visitor);
  await page
    .getByRole('button', { name: /^(Edit|Bearbeiten)/ })
    .first()
    .click();
  await page.locator('.st-rule--open select').first().waitFor();
  await page
    .getByText(/Applies on/)
    .first()
    .waitFor();
}

/** The connections of the rules of the service form. */
async function readsMap(visitor: Visitor): Promise<void> {
  const page = await openIn('/studio/rules?view=map&form=service')(visitor);
  await page.locator('.st-map, .st-map-table').first().waitFor();
}

/** An earlier version before it is restored, with all possible parts. */
async function readConsequences({ page, ...visitor }: Visitor): Promise<void> {
  await mockVersions(page);
  await openIn('/studio/publish?restore=23')({ page, ...visitor });
  await page.locator('.st-consequence').first().waitFor();
}

async function readsHistory({ page, ...visitor }: Visitor): Promise<void> {
  await mockVersions(page);
  await openIn('/studio/history')({ page, ...visitor });
  await page.locator('.st-version').first().waitFor();
}
