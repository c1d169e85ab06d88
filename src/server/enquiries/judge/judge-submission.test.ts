import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { schemasFolder } from '#schemas';
import type { Content } from '../../forms/content/content.ts';
import { loadContentFolder } from '../../forms/content/read-content.ts';
import { loadFormFolder } from '../../forms/documents/load-form.ts';
import { judgeSubmission, type SubmissionToJudge, type SubmissionVerdict } from './judge-submission.ts';

const form = await loadFormFolder(fileURLToPath(schemasFolder));
const shipped = await loadContentFolder(fileURLToPath(new URL('../../../site/content', import.meta.url)));
if (!form.ok || !shipped.ok) throw new Error('the documents or the content do not do');
const { ready } = form;
const content: Content = {
  ...shipped.content,
  events: [{ title: 'New Year Sail', domain: 'www.trevarrow.example', startsOn: '2026-12-31' }],
};

const ann = { name: 'Ann', email: 'ann@example.com', message: 'Hello' };

/**
 * Judges a submission that arrives just after midnight. By default it comes from a page of another website.
 */
function judge(values: object, changes: Partial<SubmissionToJudge> = {}): Promise<SubmissionVerdict> {
  return judgeSubmission({
    domain: 'www.trevarrow.example',
    submissionUrl: 'https://elsewhere.example/',
    values: { ...ann, ...values },
    ready,
    content,
    locale: 'en',
    origins: ['http://localhost:4000'],
    photos: { findUnusable: async ({ paths }) => paths },
    now: Date.parse('2027-01-01T00:05Z'),
    ...changes,
  });
}

function problemsOf(verdict: SubmissionVerdict): readonly string[] {
  return verdict.isGood ? [] : verdict.problems.map(({ field, code }) => `${field}: ${code}`);
}

function valuesOf(verdict: SubmissionVerdict): object {
  return verdict.isGood ? verdict.judgement.plan.values : {};
}

describe('judgeSubmission, by the site', () => {
  it('lets through what a dialog would have sent: no office, or the preselected one', async () => {
    expect(problemsOf(await judge({ enquiry_type: 6 }))).toEqual([]);
    const events = await judge({ enquiry_type: 9, office_location: '1' });
    expect(valuesOf(events)).toMatchObject({ enquiry_type: 9, office_location: 1 });
  });

  it('never lets a wrong value through because some placement has no place for it', async () => {
    expect(problemsOf(await judge({ enquiry_type: 6, office_location: '2' }))).toEqual([
      'office_location: not-offered',
    ]);
  });

  it('lets an event of yesterday through, for the page may have been drawn before midnight', async () => {
    const event = { enquiry_type: 9, interested_in: 'New Year Sail' };
    expect(problemsOf(await judge(event))).toEqual([]);
    expect(problemsOf(await judge(event, { now: Date.parse('2027-01-02T00:05Z') }))).toEqual([
      'interested_in: not-offered',
    ]);
  });

  it('lets through what a page of the site brings of its own', async () => {
    const event = { enquiry_type: 9, interested_in: 'Open Yard Weekend 2027' };
    expect(problemsOf(await judge(event))).toEqual([]);
    expect(problemsOf(await judge(event, { domain: 'www.lanternquay.example' }))).toEqual([
      'interested_in: not-offered',
    ]);
  });

  it('drops what is shown nowhere, and says so', async () => {
    const verdict = await judge({ enquiry_type: 3, office_location: '1', hin_number: 'x' });
    expect(verdict).toMatchObject({ isGood: true, judgement: { dropped: ['hin_number'] } });
    expect(valuesOf(verdict)).not.toHaveProperty('hin_number');
  });
});

describe('judgeSubmission, by the page', () => {
  const events = { enquiry_type: 9, interested_in: 'New Year Sail' };

  it('takes the page of the ticket and the day that it was drawn', async () => {
    const ticket = { path: '/events', issuedAt: Date.parse('2026-12-31T12:00Z') };
    expect(problemsOf(await judge(events, { ticket, now: Date.parse('2027-01-02T11:00Z') }))).toEqual([]);
    expect(
      problemsOf(await judge(events, { ticket: { ...ticket, issuedAt: Date.parse('2027-01-01T00:01Z') } })),
    ).toEqual(['interested_in: not-offered']);
  });

  it('takes the page of the address where the origin is ours; query and fragment do not matter', async () => {
    const from = (submissionUrl: string) => judge({ enquiry_type: 3 }, { submissionUrl }).then(problemsOf);
    expect(await from('http://localhost:4000/contact?from=mail#form')).toEqual(['office_location: required']);
    expect(await from('http://localhost:4000/unheard-of')).toEqual([]);
    expect(await from('http://localhost:4001/contact')).toEqual([]);
    expect(await from('not an address')).toEqual([]);
  });

  it('does not let a page speak for another site', async () => {
    const other = { domain: 'solent.trevarrow.example', submissionUrl: 'http://localhost:4000/contact' };
    expect(problemsOf(await judge({ enquiry_type: 8 }, other))).toContain('enquiry_type: not-offered');
  });
});

describe('judgeSubmission, by one page again and again', () => {
  const submissionUrl = 'http://localhost:4000/contact';
  const sent = [
    { enquiry_type: 5, message: 'First', phone: '+44 1202 555010' },
    { enquiry_type: 5, message: 'Second' },
    { enquiry_type: 5, message: '' },
    { enquiry_type: 6, office_location: '2' },
    { enquiry_type: '5', message: 'Third' },
    { enquiry_type: 5, message: 'Fourth' },
    { enquiry_type: 4711 },
    {},
  ];

  it('judges as if nobody had sent anything before', async () => {
    for (const values of sent) {
      const again = await judge(values, { submissionUrl });
      // Of a content that is another object nothing is known.
      const alone = await judge(values, { submissionUrl, content: { ...content } });
      expect(problemsOf(again)).toEqual(problemsOf(alone));
      expect(valuesOf(again)).toEqual(valuesOf(alone));
    }
  });
});
