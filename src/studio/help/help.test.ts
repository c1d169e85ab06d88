import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFormatMessage } from '../ui/messages.ts';
import { findGuideStep, listGuideSteps } from './guide-steps.ts';
import { findHelpTopic } from './help-topics.ts';
import { parseManual } from './parse-manual.ts';

const manual = readFileSync(new URL('../../../docs/studio.md', import.meta.url), 'utf8');

/** Every page, with its help. */
const pages = [
  ['/studio', 'help.forms'],
  ['/studio/forms', 'help.forms'],
  ['/studio/forms?import', 'help.form-import'],
  ['/studio/forms/sales?field=phone', 'help.form'],
  ['/studio/forms/sales/settings', 'help.form-settings'],
  ['/studio/content/offices', 'help.content'],
  ['/studio/texts?key=a', 'help.texts'],
  ['/studio/rules', 'help.rules'],
  ['/studio/enquiries?state=new', 'help.enquiries'],
  ['/studio/enquiries/suspected', 'help.spam'],
  ['/studio/enquiries/privacy', 'help.privacy'],
  ['/studio/enquiries/FWT-9KG-T9Q', 'help.enquiry'],
  ['/studio/figures', 'help.figures'],
  ['/studio/checks', 'help.checks'],
  ['/studio/publish', 'help.publish'],
  ['/studio/compare', 'help.compare'],
  ['/studio/history', 'help.history'],
  ['/studio/history/import', 'help.version-import'],
  ['/studio/history/7', 'help.version'],
  ['/studio/json', 'help.json'],
  ['/studio/people', 'help.people'],
  ['/studio/audit', 'help.audit'],
  ['/studio/account', 'help.account'],
  ['/studio/nothing', 'help.forms'],
] as const;

describe('findHelpTopic', () => {
  it.each(pages)('finds the help of %s', (address, text) => {
    expect(findHelpTopic(address).text).toBe(text);
  });

  it.each(['en', 'de', 'fr', 'ar'])('has three to six sentences for each page in %s', (locale) => {
    const say = createFormatMessage(locale);
    for (const [, text] of pages) {
      const sentences = say(text).split('\n');
      expect(sentences.length, text).toBeGreaterThanOrEqual(3);
      expect(sentences.length, text).toBeLessThanOrEqual(6);
    }
  });

  it('names sections that the manual has', () => {
    const sections = parseManual(manual).flatMap((block) => (block.kind === 'heading' ? block.section : []));
    for (const [address] of pages) expect(sections).toContain(findHelpTopic(address).section);
  });
});

describe('parseManual', () => {
  it('parses headings, lists, tables, code and the spans of a line', () => {
    const source =
      '# Title\n\n![A picture](a.png)\n\n## Sign in\nOne **bold**\n`code` [people](#people) [other](other.md).\n\n1. a\n2. b\n\n| x | y |\n| --- | --- |\n| 1 | **2** |\n\n```sh\nnpm start\n```';
    const text = (words: string) => ({ kind: 'text', text: words });
    expect(parseManual(source)).toEqual([
      { kind: 'heading', level: 1, text: 'Title', section: 'title' },
      { kind: 'heading', level: 2, text: 'Sign in', section: 'sign-in' },
      {
        kind: 'paragraph',
        spans: [
          text('One '),
          { kind: 'bold', text: 'bold' },
          text(' '),
          { kind: 'code', text: 'code' },
          text(' '),
          { kind: 'link', text: 'people', section: 'people' },
          text(' '),
          text('other'),
          text('.'),
        ],
      },
      { kind: 'list', isOrdered: true, items: [[text('a')], [text('b')]] },
      {
        kind: 'table',
        rows: [
          [[text('x')], [text('y')]],
          [[text('1')], [{ kind: 'bold', text: '2' }]],
        ],
      },
      { kind: 'code', text: 'npm start' },
    ]);
  });

  it('leaves no sign of Markdown in the manual', () => {
    expect(JSON.stringify(parseManual(manual))).not.toMatch(/\*\*|\]\(|```/);
  });
});

describe('the guide', () => {
  it.each([
    [{ path: '/studio/forms/sales' }, 'look'],
    [{ path: '/studio/forms/sales/settings' }, undefined],
    [{ change: 'property-label' }, 'change'],
    [{ change: 'field-added' }, undefined],
    [{ path: '/studio/publish' }, 'review'],
    [{ request: 'publish' }, 'publish'],
    [{ request: 'enquiries/7/handling' }, 'enquiry'],
    [{ request: 'enquiries/7/notes' }, undefined],
    [{ request: 'invitations' }, 'invite'],
  ])('finds the step of %j', (event, step) => {
    expect(findGuideStep(event)).toBe(step);
  });

  it('offers only steps that a person may take', () => {
    const me = { id: '1', name: 'Ann', via: 'session', hasPassword: true } as const;
    const listSteps = (reach: Partial<Parameters<typeof listGuideSteps>[0]>) =>
      listGuideSteps({ ...me, role: 'viewer', ...reach }).map(({ step }) => step);
    expect(listSteps({})).toEqual(['look']);
    expect(listSteps({ enquiries: 'handle' })).toEqual(['look', 'enquiry']);
    expect(listSteps({ role: 'editor' })).toEqual(['look', 'change', 'review']);
    expect(listSteps({ role: 'owner' })).toEqual(expect.arrayContaining(['publish', 'invite']));
  });
});
