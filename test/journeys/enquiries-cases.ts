import { readFileSync } from 'node:fs';
import type { Email } from 'postal-mime';
import { describe } from 'vitest';
import type { Office } from '#engine';
import type { Page } from '../../src/server/forms/content/content.ts';
import { getExpectedForm } from '../scenarios/oracle.ts';
import { createVisitSituation, loadDemoContent, withDemoPages } from '../support/content.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import type { Answers } from '../support/visitor.ts';
import { createAnswers } from './answers.ts';
import { type Combination, ownPages, selectPairwise } from './combinations.ts';

const it = journeysOn({ content: withDemoPages(ownPages) });
const content = loadDemoContent(ownPages);

/** Combinations that cover every pair of type, placement and kind of site. */
export const pairwiseCombinations = selectPairwise(content);

/**
 * Declares that each combination is sent by a visitor, acknowledged, stored as typed, and mailed to the right
 * office.
 */
export function describeEnquiries(sample: readonly Combination[]): void {
  describe.concurrent('a visitor', () => {
    it.for(sample)(
      'sends type $type from $path ($placement, site: $kind), is thanked, and the right office reads every value',
      async ({ path, type }, { visitor, server, expect }) => {
        const page = pageAt(path);
        const expected = getExpectedForm(createVisitSituation(content, page, { enquiry_type: type }));
        const answers = createAnswers(expected, `${type}${path.replaceAll('/', '.')}`);
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

        // It is stored once, as typed, with the shown reference.
        const office = findOffice(answers.office_location ?? expected.office);
        const stored = await server.mailsDone();
        const [record, ...others] = stored.filter(({ values }) => values.email === answers.email);
        expect(others).toEqual([]);
        expect(record).toMatchObject({
          domain: page.site.domain,
          submissionUrl: new URL(path, server.url).href,
          enquiryType: type,
          office: office?.id ?? null,
          photos: [],
        });
        const officeSent = office && { office_location: office.id };
        expect(record?.values).toEqual({ enquiry_type: type, ...answers, ...officeSent });
        await visitor.page
          .getByTestId('contact-form')
          .getByText(record?.reference ?? '', { exact: true })
          .waitFor();

        // It is mailed to the right office, with the visitor as reply address and a label for every value.
        const to = office?.email ?? page.site.email;
        expect(record?.mail).toMatchObject(to ? { state: 'sent', to } : { state: 'no-recipient', to: null });
        const mails = await readEnquiryMails(server, record?.id ?? '');
        expect(mails.map(listAddresses)).toEqual(to ? [[to]] : []);
        for (const { replyTo, subject, text = '', html = '' } of mails) {
          expect(replyTo).toEqual([{ name: answers.name, address: answers.email }]);
          expect(subject).toContain(record?.reference);
          for (const [label, value] of listMailedAnswers(type, answers)) {
            expect(text).toContain(`${label}\n  ${value.replaceAll('\n', '\n  ')}`);
            expect(html).toContain(label);
          }
        }
      },
    );
  });
}

function pageAt(path: string): Page {
  const page = content.pages.find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`There is no page "${path}"`);
  return page;
}

function findOffice(id: unknown): Office | undefined {
  return id === undefined ? undefined : content.offices.find((office) => String(office.id) === String(id));
}

function listAddresses({ to = [] }: Email): readonly unknown[] {
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

/** Returns the answers as an office reads them: labels and values, a choice by its label. */
function listMailedAnswers(
  type: number,
  answers: Answers,
): readonly (readonly [label: string, value: string])[] {
  const findText = (key: string) => english[`forms.${keys[type]}.${key}`] ?? english[key];
  return Object.entries(answers).flatMap(([field, value]) => {
    // Of an office, only the name is in the mail.
    if (field === 'office_location') return [];
    const option = findText(`options.${field}.${value}`);
    const shown = value === true ? english.yes : (option ?? String(value));
    return [[findText(`fields.${field}.label`) ?? field, shown ?? ''] as const];
  });
}
