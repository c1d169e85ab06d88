import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { awaitUploader } from '../support/accessibility.ts';
import type { Answers, Visitor, VisitorOptions } from '../support/visitor.ts';
import { createPdf } from '../uploads/upload-documents.ts';
import { stayPath } from '../widgets/stay-documents.ts';
import { enquiry, fillsEnquiry } from './enquiry.ts';
import { laterStates } from './later-states.ts';
import { createMailPage } from './mails.ts';
import { studioStates } from './studio-states.ts';

/** A state of the interface with reference pictures. */
export interface PictureState {
  readonly name: string;
  /** The path of the page; absent for a mail. */
  readonly path?: string;
  /** True for the server whose forms use rare features (test/widgets). */
  readonly isRare?: boolean;
  /** True for the server with a studio account. */
  readonly isStudio?: boolean;
  /** The whole page, the window, or the match of a selector with a margin. */
  readonly shows: 'page' | 'window' | (string & {});
  /** In CSS pixels; both by default. */
  readonly widths?: readonly PictureWidth[];
  /** The height of the window, in CSS pixels. */
  readonly height?: number;
  readonly options?: VisitorOptions;
  /** True if the pointer stays where `bringAbout` leaves it; by default it is moved away. */
  readonly isHovered?: boolean;
  /** True for the print version. */
  readonly isPrinted?: boolean;
  /** The actions of a visitor that produce the state. */
  readonly bringAbout?: (visitor: Visitor) => Promise<unknown>;
}

/** Phone, tablet, small desktop and desktop. */
export type PictureWidth = 375 | 768 | 1280 | 1440;

const form = '#ContactFormSection';
const inbox = [1440] as const;
const phone = [375] as const;

const stay: Answers = {
  name: 'Ada Marsh',
  email: 'ada.marsh@example.com',
  'born[day]': '3',
  'born[month]': '5',
  'born[year]': '84',
  'stay[berth]': '3',
  'stay[staff]': '4',
};

const boat: Answers = {
  boat_make: 'Trevarrow',
  boat_model: 'Kerensa 46',
  year: '2015',
  boat_location: 'Mylor Yacht Harbour',
  tax_paid_status: 'tax-paid',
  engine_hours: '412.5',
  condition_of_boat: '8',
  name: 'Ada Marsh',
  email: 'ada.marsh@example.com',
  phone: '+44 1632 960017',
};

/** The important states: a person reviewed each before it was committed. */
export const pictureStates: readonly PictureState[] = [
  { name: 'index', path: '/', shows: 'page', widths: inbox },
  { name: 'inline', path: '/contact', shows: 'page' },
  { name: 'landing', path: '/launch/steren-52', shows: 'page' },
  { name: 'modal', path: '/visit', shows: 'window', bringAbout: ({ opensDialog }) => opensDialog() },
  { name: 'dealer', path: '/dealers/plymouth', shows: form, widths: inbox },
  { name: 'centred', path: '/brochure', shows: form, widths: inbox },

  { name: 'service', path: '/service/falmouth', shows: form, widths: inbox },
  { name: 'valuation', path: '/valuation', shows: form, widths: phone },
  {
    name: 'events-loading',
    path: '/contact',
    shows: form,
    widths: phone,
    async bringAbout(visitor) {
      await visitor.page.route('**/graphql', () => undefined);
      await visitor.chooses('enquiry_type', 9);
      await visitor.page.locator('[aria-busy="true"]').waitFor();
    },
  },
  {
    name: 'before-scripts',
    path: '/contact',
    shows: form,
    widths: inbox,
    options: { javaScriptEnabled: false },
  },

  {
    name: 'without-scripts',
    path: '/valuation',
    shows: form,
    widths: phone,
    options: { javaScriptEnabled: false },
    bringAbout: sendWithoutScripts,
  },

  { name: 'filled', path: '/valuation', shows: form, widths: inbox, bringAbout: ({ fills }) => fills(boat) },
  {
    name: 'hovered',
    path: '/valuation',
    shows: form,
    widths: inbox,
    isHovered: true,
    bringAbout: hoverElement,
  },
  { name: 'two-problems', path: '/contact', shows: form, widths: inbox, bringAbout: sendWithoutAddress },
  { name: 'problems', path: '/valuation', shows: form, bringAbout: sendsEmpty },
  { name: 'modal-problems', path: '/visit', shows: 'window', widths: phone, bringAbout: sendsDialogEmpty },
  { name: 'long-words', path: '/ar/contact', shows: form, widths: phone, bringAbout: fillLongWords },
  { name: 'photos', path: '/valuation', shows: '.sw-uploader', widths: phone, bringAbout: addPhotos },
  { name: 'sending', path: '/contact', shows: form, widths: inbox, bringAbout: isSending },
  {
    name: 'failed',
    path: '/contact',
    shows: form,
    widths: phone,
    bringAbout: (visitor) => failSend(visitor),
  },
  {
    name: 'sent',
    path: '/contact',
    shows: form,
    widths: inbox,
    bringAbout: (visitor) => completeSend(visitor),
  },
  {
    name: 'modal-sent',
    path: '/visit',
    shows: 'window',
    widths: inbox,
    async bringAbout(visitor) {
      await visitor.opensDialog();
      await completeSend(visitor);
    },
  },

  ...laterStates,

  { name: 'step', path: '/part-exchange', shows: form, widths: phone, bringAbout: goToCondition },
  {
    name: 'step-problems',
    path: '/part-exchange',
    shows: form,
    widths: inbox,
    bringAbout: continueWithoutCondition,
  },
  { name: 'check-answers', path: '/part-exchange', shows: form, widths: inbox, bringAbout: comesToAnswers },

  { name: 'dark', path: '/lantern-quay/contact', shows: 'page', widths: inbox },
  {
    name: 'dark-problems',
    path: '/lantern-quay/contact',
    shows: form,
    widths: phone,
    bringAbout: sendsEmpty,
  },
  { name: 'solent', path: '/solent/contact', shows: 'page', widths: inbox },
  { name: 'arabic', path: '/ar/contact', shows: 'page', widths: phone },
  { name: 'arabic-problems', path: '/ar/valuation', shows: form, widths: inbox, bringAbout: sendsEmpty },
  {
    name: 'forced-colours',
    path: '/valuation',
    shows: form,
    widths: inbox,
    options: { forcedColors: 'active' },
    bringAbout: sendsEmpty,
  },
  {
    name: 'printed',
    path: '/valuation',
    shows: 'page',
    widths: inbox,
    isPrinted: true,
    bringAbout: ({ fills }) => fills({ ...boat, accept_term: true }),
  },
  { name: 'blocks', path: '/valuation', isRare: true, shows: form, widths: phone, bringAbout: showBlocks },
  {
    name: 'papers',
    path: '/service/falmouth',
    isRare: true,
    shows: form,
    widths: inbox,
    bringAbout: addPapers,
  },
  {
    name: 'stay',
    path: stayPath,
    isRare: true,
    shows: form,
    widths: phone,
    bringAbout: ({ fills }) => fills(stay),
  },
  {
    name: 'stay-problems',
    path: stayPath,
    isRare: true,
    shows: form,
    widths: inbox,
    bringAbout: sendsHalfADay,
  },
  {
    name: 'stay-searched',
    path: stayPath,
    isRare: true,
    shows: form,
    widths: phone,
    bringAbout: searchPort,
  },
  {
    name: 'stay-arabic',
    path: `/ar${stayPath}`,
    isRare: true,
    shows: form,
    widths: phone,
    bringAbout: searchPort,
  },
  {
    name: 'stay-without-scripts',
    path: stayPath,
    isRare: true,
    shows: form,
    widths: phone,
    options: { javaScriptEnabled: false },
    bringAbout: postsHalfADay,
  },
  { name: 'mail', shows: 'page', widths: phone, bringAbout: ({ page }) => showsMail(page, 'en') },
  { name: 'mail-arabic', shows: 'page', widths: phone, bringAbout: ({ page }) => showsMail(page, 'ar') },
  ...studioStates,
];

/** Every kind of block, with open details and the notice for an answer. */
async function showBlocks(visitor: Visitor): Promise<void> {
  await awaitUploader(visitor.page);
  await visitor.fills({ tax_paid_status: 'tax-not-paid' });
  await visitor.page.locator('details > summary').click();
  await visitor.page.locator('.sw-notice--warning').waitFor();
}

/** An accepted PDF in a file field, a refused file beside it, and a photo in the next field. */
async function addPapers({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  const papers = { name: 'Registration.pdf', mimeType: 'application/pdf', buffer: createPdf() };
  const words = { name: 'Registration.doc', mimeType: 'application/msword', buffer: Buffer.from('Words') };
  await page.locator('input[type="file"][name="papers"]').setInputFiles([papers, words]);
  await page
    .locator('input[type="file"][name="engine_photos"]')
    .setInputFiles([await createBoatPhoto('engine.jpg', 'dusk')]);
  await page.locator('.sw-photo--uploaded').nth(1).waitFor();
  await page.locator('.sw-photo--failed').waitFor();
}

/** An impossible date, a missing part, no port and half of the questions. */
async function fillPartialDate(visitor: Visitor): Promise<void> {
  await visitor.fills({
    name: 'Ada Marsh',
    'born[day]': '31',
    'born[month]': '2',
    'born[year]': '84',
    'arrival[day]': '3',
    'arrival[year]': '2027',
    'stay[berth]': '3',
  });
}

async function sendsHalfADay(visitor: Visitor): Promise<void> {
  await fillPartialDate(visitor);
  await sendsEmpty(visitor);
}

async function postsHalfADay(visitor: Visitor): Promise<void> {
  await fillPartialDate(visitor);
  await visitor.sends();
  await visitor.page.locator('.sw-summary').waitFor();
  await visitor.page.waitForLoadState();
}

/** An open list with an option selected by arrow keys. */
async function searchPort({ page }: Visitor): Promise<void> {
  const input = page.locator('input[name="home_port"]');
  await input.fill('fo');
  await input.fill('buoy 1');
  await input.press('ArrowDown');
  await input.press('ArrowDown');
  await page.locator('[data-active]').waitFor();
}

async function sendsEmpty(visitor: Visitor): Promise<void> {
  await visitor.sends();
  await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
  await awaitFocusMove(visitor);
}

/** Waits until the focus has moved from the pressed button, which it does a moment after the messages. */
async function awaitFocusMove({ page }: Visitor): Promise<void> {
  await page.waitForFunction(() => !document.activeElement?.matches('body, [type="submit"]'));
}

async function goToCondition(visitor: Visitor): Promise<void> {
  const { boat_make, boat_model, year, boat_location } = boat;
  await visitor.fills({ boat_make, boat_model, year, boat_location } as Answers);
  await visitor.sends();
  await visitor.control('engine_hours').waitFor();
}

async function continueWithoutCondition(visitor: Visitor): Promise<void> {
  await goToCondition(visitor);
  await sendsEmpty(visitor);
}

async function comesToAnswers(visitor: Visitor): Promise<void> {
  await goToCondition(visitor);
  const { tax_paid_status, engine_hours, condition_of_boat, name, email, phone } = boat;
  await visitor.fills({ tax_paid_status, engine_hours, condition_of_boat } as Answers);
  await visitor.sends();
  await visitor.page.locator('.sw-uploader').waitFor();
  await visitor.page
    .locator('input[type="file"]')
    .setInputFiles([await createBoatPhoto('bow-at-anchor.jpg', 'harbour')]);
  await visitor.sends();
  await visitor.control('email').waitFor();
  await visitor.fills({ name, email, phone, accept_term: true } as Answers);
  await visitor.sends();
  await visitor.page.locator('.sw-answers').waitFor();
}

/** Valid values and one photo stay; invalid values and a file that is no photo are reported. */
async function sendWithoutScripts(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const plan = { name: 'general-arrangement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  await visitor.fills({ ...boat, year: '2O15', phone: '' });
  await page
    .locator('input[type="file"]')
    .setInputFiles([await createBoatPhoto('bow-at-anchor.jpg', 'harbour'), plan]);
  await visitor.sends();
  await page.locator('.sw-summary').waitFor();
  await page.waitForLoadState();
}

async function sendsDialogEmpty(visitor: Visitor): Promise<void> {
  await visitor.opensDialog();
  await sendsEmpty(visitor);
}

async function sendWithoutAddress(visitor: Visitor): Promise<void> {
  await visitor.fills({ ...enquiry, office_location: 1, email: 'ada.marsh', message: '' });
  await sendsEmpty(visitor);
}

async function hoverElement(visitor: Visitor): Promise<void> {
  await visitor.control('boat_make').focus();
  await visitor.page.locator('.sw-dropzone').hover();
}

/** Text longer than any control, in the digits and letters of the page's language and of others. */
async function fillLongWords(visitor: Visitor): Promise<void> {
  const word = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
  await visitor.fills({
    name: `${word}${'قارب'.repeat(9)}`,
    email: `${word}@`,
    phone: '٠١٦٣٢ ٩٦٠٠١٧',
    message: `${word} ${'قارب'.repeat(20)}`,
  });
  await sendsEmpty(visitor);
}

/** One photo of each kind: uploaded, uploading, refused for its type, and refused for their number. */
async function addPhotos(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.chooses('enquiry_type', 8);
  await awaitUploader(page);
  await page.route('**/api/contact-upload', async (route) => {
    if (!route.request().postData()?.includes('stern')) await route.continue();
  });
  const plan = { name: 'general-arrangement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  const [bow, stern] = await Promise.all([
    createBoatPhoto('bow-at-anchor.jpg', 'harbour'),
    createBoatPhoto('stern.jpg', 'dusk'),
  ]);
  await page.locator('input[type="file"]').setInputFiles([bow, stern, plan]);
  for (const look of ['uploaded', 'uploading', 'failed']) await page.locator(`.sw-photo--${look}`).waitFor();
}

/** One of the site's drawings as a camera's JPEG. */
async function createBoatPhoto(name: string, drawing: string) {
  const svg = readFileSync(new URL(`../../src/site/public/art/${drawing}.svg`, import.meta.url));
  return { name, mimeType: 'image/jpeg', buffer: await sharp(svg).resize(1200, 900).jpeg().toBuffer() };
}

async function isSending(visitor: Visitor): Promise<void> {
  await visitor.page.route('**/graphql', () => undefined);
  await fillsEnquiry(visitor);
  await visitor.sends();
  await visitor.page.locator('.sw-button--busy').waitFor();
  await visitor.control('name').waitFor();
}

async function failSend(visitor: Visitor): Promise<void> {
  await visitor.page.route('**/graphql', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '240' }, json: {} }),
  );
  await fillsEnquiry(visitor);
  await visitor.sends();
  await visitor.page.locator('.sw-alert').waitFor();
  await awaitFocusMove(visitor);
}

async function completeSend(visitor: Visitor): Promise<void> {
  const json = { data: { sendContactUs: { success: true } }, extensions: { reference: 'K7Q-M4X-HP9' } };
  await visitor.page.route('**/graphql', (route) => route.fulfill({ json }));
  await fillsEnquiry(visitor);
  await visitor.sends();
  await visitor.page.locator('.sw-thanks').waitFor();
  await awaitFocusMove(visitor);
}

async function showsMail(page: Page, locale: 'en' | 'ar'): Promise<void> {
  await page.setContent(
    createMailPage(locale, (await createBoatPhoto('bow-at-anchor.jpg', 'harbour')).buffer),
  );
}
