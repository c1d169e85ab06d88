import { readFileSync } from 'node:fs';
import type { Email } from 'postal-mime';
import { describe } from 'vitest';
import type { Office } from '#engine';
import type { Page } from '../../src/server/content/content.ts';
import type { EnquiryRecord } from '../../src/server/store/store.ts';
import { expectedOf } from '../scenarios/oracle.ts';
import { demonstration, pagesWith, situationOn } from '../support/content.ts';
import { journeysOn } from '../support/journey.ts';
import { mailsOf } from '../support/mailbox.ts';
import type { Answers } from '../support/visitor.ts';
import { answersFor } from './answers.ts';
import { ownPages, pairsOf, pairwise } from './combinations.ts';

const it = journeysOn({ content: pagesWith(ownPages) });
const content = demonstration(ownPages);
const combinations = pairwise(content);

/** An enquiry that a visitor sent, and what is to be found of it. */
interface Sent {
  readonly page: Page;
  readonly type: number;
  readonly answers: Answers;
  readonly office: Office | undefined;
  /** What the thank-you panel said. */
  readonly thanks: string;
}

const sent: Sent[] = [];

describe.concurrent('a visitor', () => {
  // 18 of types and placements; 24 of types and sites but the 3 that sites exclude; 12 of placements and sites.
  it('is sent through every pair of type, placement and kind of site', ({ expect }) => {
    expect(new Set(combinations.flatMap(pairsOf)).size).toBe(18 + 21 + 12);
  });

  it.for(combinations)(
    'sends type $type from $path ($placement, site: $kind) and is thanked',
    async ({ path, type }, { visitor, expect }) => {
      const page = pageAt(path);
      const expected = expectedOf(situationOn(content, page, { enquiry_type: type }));
      const answers = answersFor(expected, `${type}${path.replaceAll('/', '.')}`);
      await visitor.visits(path);
      if (page.placement === 'modal') await visitor.opensDialog();
      if (page.placement === 'inline') await visitor.chooses('enquiry_type', type);
      await visitor.fills(answers);
      await visitor.sends();

      const heading = page.landingData?.thank_you_heading ?? page.contactForm.thankYouHeading ?? '';
      await visitor.sees(heading);
      await expect.poll(() => visitor.focus()).toBe(heading);
      await expect
        .poll(() => visitor.conversion())
        .toEqual({
          events: [{ enquiryType: type }],
          dataLayer: [{ event: 'enquiry_sent', enquiry_type: type }],
        });
      const office = officeOf(answers.office_location ?? expected.office);
      const thanks = (await visitor.page.getByTestId('contact-form').textContent()) ?? '';
      sent.push({ page, type, answers, office, thanks });
    },
  );
});

describe('what the visitors sent', () => {
  it('is stored as it was typed, once, under the reference that they were given', async ({
    server,
    expect,
  }) => {
    const records = await server.mailsDone();
    expect(sent).toHaveLength(combinations.length);
    for (const one of sent) {
      const { page, type, answers, office, thanks } = one;
      const { path, site } = page;
      const [record, ...others] = recordsOf(one, records);
      expect.soft(others, path).toEqual([]);
      expect.soft(record, path).toMatchObject({
        domain: site.domain,
        submissionUrl: new URL(path, server.url).href,
        enquiryType: type,
        office: office?.id ?? null,
        photos: [],
      });
      const officeSent = office && { office_location: office.id };
      expect.soft(record?.values, path).toEqual({ enquiry_type: type, ...answers, ...officeSent });
      expect.soft(thanks, path).toContain(record?.reference);
    }
  });

  it('is mailed to the right office, to be answered to the visitor, every value with its label', async ({
    server,
    expect,
  }) => {
    const records = await server.mailsDone();
    for (const one of sent) {
      const { page, type, answers, office } = one;
      const to = office?.email ?? page.site.email;
      const [record] = recordsOf(one, records);
      expect
        .soft(record?.mail, page.path)
        .toMatchObject(to ? { state: 'sent', to } : { state: 'no-recipient', to: null });
      const mails = await mailsOf(server, record?.id ?? '');
      expect.soft(mails.map(addresses), page.path).toEqual(to ? [[to]] : []);
      for (const { replyTo, subject, text = '', html = '' } of mails) {
        expect.soft(replyTo, page.path).toEqual([{ name: answers.name, address: answers.email }]);
        expect.soft(subject, page.path).toContain(record?.reference);
        for (const [label, value] of told(type, answers)) {
          expect.soft(text, page.path).toContain(`${label}\n  ${value.replaceAll('\n', '\n  ')}`);
          expect.soft(html, page.path).toContain(label);
        }
      }
    }
  });
});

function pageAt(path: string): Page {
  const page = content.pages.find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`There is no page "${path}"`);
  return page;
}

function officeOf(id: unknown): Office | undefined {
  return id === undefined ? undefined : content.offices.find((office) => String(office.id) === String(id));
}

function recordsOf({ answers }: Sent, records: readonly EnquiryRecord[]): readonly EnquiryRecord[] {
  return records.filter(({ values }) => values.email === answers.email);
}

function addresses({ to = [] }: Email): readonly unknown[] {
  return to.map(({ address }) => address);
}

const keys: Readonly<Record<number, string>> = {
  3: 'general',
  5: 'careers',
  6: 'sales',
  7: 'service',
  8: 'valuation',
  9: 'event',
};

const english: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../schemas/texts/en.json', import.meta.url), 'utf8'),
);

/** What an office reads of the answers: labels and values, a choice by its label with what was sent. */
function told(type: number, answers: Answers): readonly (readonly [label: string, value: string])[] {
  const word = (key: string) => english[`forms.${keys[type]}.${key}`] ?? english[key];
  return Object.entries(answers).flatMap(([field, value]) => {
    // Of an office its name is told.
    if (field === 'office_location') return [];
    const option = word(`options.${field}.${value}`);
    const shown = value === true ? english.yes : option ? `${option} (${value})` : String(value);
    return [[word(`fields.${field}.label`) ?? field, shown ?? ''] as const];
  });
}
