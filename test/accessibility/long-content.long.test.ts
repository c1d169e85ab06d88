import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { awaitUploader, findHorizontalOverflow } from '../support/accessibility.ts';
import { readRawDemoContent } from '../support/content.ts';
import { journeysOn } from '../support/journey.ts';
import { findLayoutFaults } from '../support/page-faults.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { Visitor } from '../support/visitor.ts';

/** 100 characters without a space, the last of several code points. */
const latin = `${'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 97)}e\u0301⛵👩‍👩‍👧`;
const arabic = 'سفينة'.repeat(20);

const raw = readRawDemoContent();
const [site, otherSite] = raw['sites.json'];

/** Content with long names everywhere, in either direction. */
function pageNamed(word: string, locale: string, placement: 'inline' | 'modal' | 'landing') {
  return {
    path: `/${locale}/${placement}/${word === latin ? 'latin' : 'arabic'}`,
    site: 101,
    title: word,
    placement,
    locale,
    lead: word,
    body: word,
    hasSocialIcons: true,
    contactForm:
      placement === 'inline'
        ? { dealerHeading: word, dealerHeading_copy: word, dealerImage: '/art/dealer.svg', ...thanks(word) }
        : { formTitle: word, formCopy: word, ...thanks(word) },
  };
}

function thanks(word: string) {
  return { thankYouHeading: word, thankYouMessage: word };
}

/** Each placement, and a language of each direction. */
const pages = [
  pageNamed(latin, 'en', 'inline'),
  pageNamed(arabic, 'en', 'landing'),
  pageNamed(arabic, 'ar', 'modal'),
  pageNamed(latin, 'ar', 'inline'),
];

const it = journeysOn({
  content: {
    'pages.json': pages,
    'sites.json': [
      {
        ...site,
        name: latin,
        strapline: arabic,
        address: latin,
        socials: [{ link: 'https://example.com/', type: latin }],
      },
      otherSite,
    ],
    'offices.json': raw['offices.json']
      .slice(0, 4)
      .map((office, at) => ({ ...office, name: at % 2 === 0 ? latin : arabic, title: arabic })),
    'enquiry-types.json': raw['enquiry-types.json'].map((type) => ({
      ...type,
      names: { en: latin, ar: arabic },
    })),
    'yacht-models.json': [{ name: latin }, { name: arabic }],
  },
});

describe('content that is named at length, in letters of either direction', () => {
  it.for(pages)('stays inside, on a phone and at a desk: $path', async ({ path }, { newVisitor, expect }) => {
    const visitor = await newVisitor({ reducedMotion: 'reduce' });
    const { page } = visitor;
    const isWhole = async (state: string) => {
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await findHorizontalOverflow(page), `${state}, ${width} px`).toEqual([]);
        expect(await findLayoutFaults(page, await named(page)), `${state}, ${width} px`).toEqual([]);
      }
    };
    await visitor.visits(path);
    await isWhole('at first');
    if (path.includes('/modal/')) await page.locator('.sw-launch > button').click();
    else await visitor.chooses('enquiry_type', 8);
    await isWhole('a valuation');
    await visitor.sends();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    await isWhole('sent empty');
    if (!path.includes('/modal/')) {
      await addsPhotos(visitor);
      await isWhole('with photos');
      await visitor.chooses('enquiry_type', 6);
    }
    await sends(visitor);
    await isWhole('thanked');
  });
});

/** Long names of choices and files, which may end in an ellipsis. */
async function named(page: Page): Promise<readonly string[]> {
  return page.locator('#slipway-form :is(option, bdi)').allTextContents();
}

async function addsPhotos({ page }: Visitor): Promise<void> {
  await awaitUploader(page);
  const refused = { name: `${latin}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  await page
    .locator('input[type="file"]')
    .setInputFiles([
      await createSamplePhoto(`${latin}.jpg`),
      await createSamplePhoto(`${arabic}.jpg`),
      refused,
    ]);
  await page.locator('.sw-photo--uploaded').nth(1).waitFor();
}

async function sends(visitor: Visitor): Promise<void> {
  await visitor.fills({ name: latin.slice(0, 90), email: 'ada@example.com', message: arabic });
  const office = visitor.control('office_location');
  if ((await office.count()) > 0)
    await office.selectOption((await office.locator('option').nth(1).getAttribute('value')) ?? '');
  await visitor.sends();
  await visitor.page.locator('.sw-thanks').waitFor();
}
