import { describe, expect, it } from 'vitest';
import { problemMessage, type resolve, toSituation, type Values } from '#engine';
import { pipeAnswers, resolvePiped } from '#engine/resolve/piping.ts';
import { formatAnswer } from '#engine/texts/format-answer.ts';
import { formatMailTime } from '../../src/server/delivery/mail/prepare-mail.ts';
import { chooseMailLocale } from '../../src/server/enquiries/judge/enquiry.ts';
import { toVisitSituation } from '../../src/server/forms/content/visit.ts';
import { createOpeningForm } from '../../src/server/forms/pages/opening-form.ts';
import { loadDemoContent } from '../support/content.ts';
import { compileTestForm, readFrozenDocuments } from '../support/forms.ts';

const source = readFrozenDocuments();
const general = source['forms/general/schema.json'] as { readonly properties: object };
const looks = source['forms/general/ui.json'] as { readonly 'ui:order': readonly string[] };
const texts = ['en', 'de', 'fr', 'ar'].map((language) => `texts/${language}.json`);

/** The general form with a date and a number in the hint of the message. */
const form = compileTestForm(
  readFrozenDocuments({
    'forms/general/schema.json': {
      ...general,
      properties: {
        ...general.properties,
        start: { title: 'Start', type: 'string', format: 'date', formatMinimum: '2030-06-02' },
        price: { title: 'Price', type: 'number' },
      },
    },
    'forms/general/ui.json': { ...looks, 'ui:order': [...looks['ui:order'], 'start', 'price'] },
    ...Object.fromEntries(
      texts.map((file) => [
        file,
        { ...(source[file] as object), 'fields.message.hint': '{values.start}: {values.price}' },
      ]),
    ),
  }),
);
const content = loadDemoContent();
const [inline] = content.pages.filter(
  ({ placement, site }) => placement === 'inline' && !site.isInternational,
);
const generalType = form.types.find(({ key }) => key === 'general');
const problem = { field: 'start', code: 'too-early', values: { limit: '2030-06-02' } } as const;
const entered: Values = { enquiry_type: generalType?.id, start: '2030-06-02', price: 1234567.5 };

/** A page in a language, of a site that names a locale. */
function visitOf(siteLocale: string | undefined, locale: string) {
  if (inline === undefined) throw new Error('Cannot find a page with its form in it; add one to the content');
  const { locale: _locale, ...site } = inline.site;
  const page = {
    ...inline,
    inSteps: true,
    site: { ...site, ...(siteLocale !== undefined && { locale: siteLocale }) },
  };
  return { page, content, locale, today: '2030-01-01' };
}

/** Returns the texts of a page about a date and a number, in the browser or on the server. */
function textBy(shown: typeof form, situation: Parameters<typeof resolve>[1]) {
  const plan = resolvePiped(shown, situation);
  const start = plan.fields.find(({ name }) => name === 'start');
  const message = plan.fields.find(({ name }) => name === 'message');
  if (start === undefined) throw new Error('Cannot find the day');
  return [
    problemMessage(pipeAnswers(shown, plan), plan, problem),
    message?.hint ?? '',
    formatAnswer({ form: shown, plan }, start, '2030-06-02'),
  ].map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/[\u2068\u2069]/g, ''));
}

describe('a day and a number on a page', () => {
  it.each([
    ['en-GB', 'en', '2 June 2030', '1,234,567.5'],
    ['en-US', 'en', 'June 2, 2030', '1,234,567.5'],
    ['en-GB', 'en-US', 'June 2, 2030', '1,234,567.5'],
    ['en-IN', 'en', '2 June 2030', '12,34,567.5'],
    [undefined, 'en', '2 June 2030', '1,234,567.5'],
    ['en', 'en', '2 June 2030', '1,234,567.5'],
    // The thousands of one language are the decimals of another.
    ['de-CH', 'en', '2 June 2030', '1,234,567.5'],
    ['en-GB', 'de', '2. Juni 2030', '1.234.567,5'],
    ['de-CH', 'de', '2. Juni 2030', '1’234’567.5'],
    ['en-GB', 'fr', '2 juin 2030', '1 234 567,5'],
    ['fr-CA', 'fr', '2 juin 2030', '1 234 567,5'],
    ['en-GB', 'ar', '2 يونيو 2030', '1,234,567.5'],
    ['ar-EG', 'ar', '٢ يونيو ٢٠٣٠', '١٬٢٣٤٬٥٦٧٫٥'],
  ])(
    'of a site in %s, read in %s, are %s and %s to browser and server alike',
    (site, locale, day, number) => {
      const visit = visitOf(site, locale);
      const { section } = createOpeningForm({ form } as never, visit, { validatorRuntime: '' }).view;
      const eventTitles = { state: 'ready', titles: [] } as const;
      const inBrowser = textBy(section.form, toSituation({ ...section, entered, eventTitles }));
      const onServer = textBy(form, toVisitSituation(form, visit, entered, { eventTitles }));
      expect(inBrowser).toEqual(onServer);
      const [message, hint, answer] = onServer;
      expect(message).toContain(day);
      expect(answer).toBe(day);
      expect(hint?.replaceAll(/['\u2019]/g, '\u2019')).toBe(`${day}: ${number}`);
    },
  );
});

describe('the day of a mail', () => {
  it.each([
    [{}, 'en-GB', '2 June 2030 at 14:30 UTC'],
    [{}, 'en-US', 'June 2, 2030 at 2:30 PM UTC'],
    [{}, undefined, '2 June 2030 at 14:30 UTC'],
    [{ locale: 'en' }, 'en-US', 'June 2, 2030 at 2:30 PM UTC'],
    [{ locale: 'de' }, 'en-US', '2. Juni 2030 um 14:30 UTC'],
    [{ locale: 'ar' }, 'ar-EG', '٢ يونيو ٢٠٣٠ في ٢:٣٠ م UTC'],
  ])('for a recipient of %j, of a site in %s, is %s', (recipient, locale, day) => {
    const { site } = visitOf(locale, 'en').page;
    const written = chooseMailLocale(content, { recipient, ownerSite: undefined, site });
    expect(formatMailTime(Date.UTC(2030, 5, 2, 14, 30), written).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(
      day,
    );
  });
});
