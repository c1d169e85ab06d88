import { describe, expect, it } from 'vitest';
import { type Problem, typeField, type Values } from '#engine';
import { createDrawnPage, type RandomVisit } from './drawn-pages.ts';
import {
  allEvidence,
  compiledFrozenForm,
  describeParity,
  listProblemNames,
  parityContent,
} from './parity-cases.ts';
import { judgeOnServer, openBrowserSide, type SituationEvidence } from './two-sides.ts';
import { roundTripJson } from './wire.ts';

describeParity({ pages: 20 });

/** All codes that our forms can produce except `not-offered`: a page never sends an unoffered choice. */
const mistakes: readonly (readonly [code: Problem['code'], entered: Values])[] = [
  ['duplicate', { upload: ['a.jpg', 'a.jpg'] }],
  ['not-accepted', { accept_term: false }],
  ['required', { boat_make: ' ' }],
  ['too-large', { year: '2028' }],
  ['too-long', { name: 'A'.repeat(101) }],
  ['too-many', { upload: Array.from({ length: 11 }, (_photo, at) => `${at}.jpg`) }],
  ['too-short', { phone: '1234' }],
  ['too-small', { year: '1899' }],
  ['wrong-format', { email: 'ann@' }],
  ['wrong-type', { boat_make: 7 }],
];

describe('a submission with one mistake', () => {
  it.each(mistakes)('is refused for it by page and server alike: %s', async (code, entered) => {
    const visit: RandomVisit = {
      page: '/valuation',
      locale: 'en',
      drawn: '2026-12-31T12:00Z',
      hoursLater: 1,
    };
    const sides = await bothSides(visit, { ...exampleOf('valuation'), ...entered }, 'ticket');
    const [field] = Object.keys(entered);
    expect(sides).toEqual({ browser: [`${field} ${code}`], server: [`${field} ${code}`] });
  });
});

describe('a submission drawn before midnight and sent after it', () => {
  const valuation: RandomVisit = {
    page: '/valuation',
    locale: 'en',
    drawn: '2026-12-31T23:30Z',
    hoursLater: 1,
  };
  const lastDayOfEvent: RandomVisit = {
    page: '/events',
    locale: 'en',
    drawn: '2027-05-29T23:30Z',
    hoursLater: 1,
  };
  const boat = exampleOf('valuation');
  const visitor = { ...exampleOf('event'), [typeField]: 9, interested_in: 'Open Yard Weekend 2027' };

  it.each(allEvidence)("keeps the year's bounds of the day it was drawn, by the %s", async (evidence) => {
    const sides = await bothSides(valuation, { ...boat, year: '2027' }, evidence);
    expect(sides.browser).toEqual([]);
    expect(sides.server).toEqual([]);
  });

  it('is refused for a boat of the year after next, even when that year is next by now', async () => {
    const sides = await bothSides(valuation, { ...boat, year: '2028' }, 'ticket');
    expect(sides.browser).toEqual(['year too-large']);
    expect(sides.server).toEqual(['year too-large']);
  });

  it.each(allEvidence)('may name an event of that day, by the %s', async (evidence) => {
    const judge = openBrowserSide(
      compiledFrozenForm,
      createDrawnPage(parityContent, { ...lastDayOfEvent, hoursLater: 0 }),
    );
    expect(judge?.(visitor).values.interested_in).toBe('Open Yard Weekend 2027');
    const values = judge?.(visitor).values ?? {};
    expect(
      (
        await judgeOnServer(compiledFrozenForm, createDrawnPage(parityContent, lastDayOfEvent), {
          values,
          evidence,
        })
      ).problems,
    ).toEqual([]);
  });

  it('may not name an event that was over when it was drawn', async () => {
    const visit: RandomVisit = { ...lastDayOfEvent, drawn: '2027-05-31T00:30Z' };
    const server = await judgeOnServer(compiledFrozenForm, createDrawnPage(parityContent, visit), {
      values: visitor,
      evidence: 'ticket',
    });
    expect(listProblemNames(server.problems)).toEqual(['interested_in not-offered']);
  });
});

describe('a page that shows no form', () => {
  it('has nothing accepted', async () => {
    const drawn = createDrawnPage(parityContent, {
      page: '/solent/valuation',
      locale: 'en',
      drawn: '2026-12-31T23:30Z',
      hoursLater: 0,
    });
    expect(openBrowserSide(compiledFrozenForm, drawn)).toBeUndefined();
    const values = { ...exampleOf('valuation'), [typeField]: 8 };
    for (const evidence of allEvidence) {
      const server = await judgeOnServer(compiledFrozenForm, drawn, { values, evidence });
      expect(listProblemNames(server.problems)).toContain(`${typeField} not-offered`);
    }
  });
});

async function bothSides(visit: RandomVisit, entered: Values, evidence: SituationEvidence) {
  const drawn = createDrawnPage(parityContent, visit);
  const browser = openBrowserSide(compiledFrozenForm, drawn)?.(entered);
  if (browser === undefined) throw new Error(`"${visit.page}" shows no form`);
  const values = roundTripJson(compiledFrozenForm.form, browser.variables);
  const server = await judgeOnServer(compiledFrozenForm, drawn, { values, evidence });
  return { browser: listProblemNames(browser.problems), server: listProblemNames(server.problems) };
}

function exampleOf(key: string): Values {
  const type = compiledFrozenForm.form.types.find((candidate) => candidate.key === key);
  const [example = {}] = (type?.schema.examples ?? []) as readonly Values[];
  return { ...example, [typeField]: type?.id };
}
