import { readFileSync } from 'node:fs';
import { formatText } from '#engine';
import { renderHtmlMail } from '../../src/server/delivery/mail/html.ts';
import { prepareEnquiryMail } from '../../src/server/delivery/mail/prepare-mail.ts';
import { compileTestForm } from '../support/forms.ts';

const message = {
  en: {
    type: 'Boat valuation',
    office: 'Falmouth - Yard',
    name: 'Ada Marsh',
    values: {
      boat_make: 'Trevarrow',
      boat_model: 'Kerensa 46',
      year: '2015',
      tax_paid_status: 'Tax paid',
      additional_information: 'New standing rigging in 2024.\nThe saloon table is in store, dry.',
    },
  },
  ar: {
    type: 'تقييم قارب',
    office: 'Falmouth - Yard',
    name: 'ليلى حدّاد',
    values: {
      boat_make: 'Trevarrow',
      boat_model: 'Kerensa 46',
      year: '2015',
      additional_information: 'صواري جديدة عام 2024.\nطاولة الصالون محفوظة في المخزن.',
    },
  },
} as const;

const email = 'ada.marsh@example.com';

/**
 * Returns the mail of a valuation with a photo, as a mail program shows it. The fonts are replaced by the
 * site's own, because not every machine has those of mails.
 */
export function createMailPage(locale: keyof typeof message, photo: Buffer): string {
  const { type, office, name, values } = message[locale];
  const form = compileTestForm();
  const { content } = prepareEnquiryMail({
    addresses: { to: 'yard@trevarrow.example', fallback: null },
    locale,
    text: (key, words) => formatText(form, locale, key, words),
    type,
    facts: { office },
    visitor: { name, email },
    rows: Object.entries({ ...values, name, email }).map(([field, value]) => ({
      label: formatText(form, locale, `fields.${field}.label`),
      value,
    })),
    isOwnPage: true,
    photoLinks: ['https://www.trevarrow.example/photos/1'],
    enquiry: {
      reference: 'K7Q-M4X-HP9',
      receivedAt: Date.UTC(2026, 10, 21, 7, 0, 0),
      domain: 'www.trevarrow.example',
      submissionUrl: 'https://www.trevarrow.example/valuation',
    },
  });
  const link = 'https://www.trevarrow.example/photos/1';
  const shown = { name: 'bow-at-anchor.jpg', link, preview: { cid: 'photo', jpeg: photo } };
  return renderHtmlMail(content, { heading: content.photos?.heading ?? '', photos: [shown] })
    .replace('cid:photo', dataUrl('image/jpeg', photo))
    .replace('</head>', `<style>${createFontFaces()}</style></head>`);
}

function createFontFaces(): string {
  return [
    ['Iowan Old Style', 'spectral-latin-300-normal'],
    ['Segoe UI', 'figtree-latin-wght-normal'],
    ['Roboto', 'noto-naskh-arabic-arabic-wght-normal'],
  ]
    .map(([family, file]) => {
      const font = readFileSync(new URL(`../../src/site/public/fonts/${file}.woff2`, import.meta.url));
      return `@font-face{font-family:'${family}';font-weight:300 700;src:url(${dataUrl('font/woff2', font)})}`;
    })
    .join('');
}

function dataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}
