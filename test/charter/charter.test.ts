import { describe, expect, it } from 'vitest';
import { resolve, submitOperation, type Values } from '#engine';
import { linkContent } from '../../src/server/forms/content/link-content.ts';
import { type CompiledForm, compileFormSchemas } from '../../src/server/forms/documents/compiled-form.ts';
import { createDrawnPage, type DrawnPage } from '../parity/drawn-pages.ts';
import { judgeOnServer, openBrowserSide } from '../parity/two-sides.ts';
import { createGraphqlWire, roundTripJson } from '../parity/wire.ts';
import { createVisitSituation, readRawDemoContent } from '../support/content.ts';
import { compileTestForm, readFrozenDocuments } from '../support/forms.ts';
import { charterId, createCharterContent, createCharterDocuments } from './charter.ts';

const ready: CompiledForm = compileFormSchemas(
  compileTestForm(readFrozenDocuments(createCharterDocuments())),
);
const content = linkContent({ ...readRawDemoContent(), ...createCharterContent() });
const drawn: DrawnPage = createDrawnPage(content, {
  page: '/charter',
  locale: 'en',
  drawn: '2026-11-21T10:00Z',
  hoursLater: 1,
});

const charter: Values = {
  enquiry_type: charterId,
  office_location: 13,
  charter_date: '2027-06-12',
  guests: '8',
  interested_in: 'Trevarrow Kerensa 46',
  name: 'Gwen Hale',
  email: 'gwen@example.com',
};

/**
 * Returns the verdicts of page and server for changed values of the charter above: `['guests too-large']`.
 */
async function verdicts(changes: Values) {
  const browser = openBrowserSide(ready, drawn)?.({ ...charter, ...changes });
  if (browser === undefined) throw new Error('The page shows no form');
  const values = roundTripJson(ready.form, browser.variables);
  const server = await judgeOnServer(ready, drawn, { values, evidence: 'ticket' });
  return { browser: browser.problems, server: server.problems };
}

describe('a charter enquiry, added by documents and content alone', () => {
  it('is offered beside the six, and opens with the fields and the offices of its own', () => {
    const contact = content.pages.find(({ path }) => path === '/contact');
    if (contact === undefined) throw new Error('There is no contact page');
    const plan = resolve(ready.form, createVisitSituation(content, contact, { enquiry_type: charterId }));
    expect(plan.fields[0]?.options?.at(-1)).toEqual({ value: charterId, label: 'Charter a yacht' });
    expect(plan.offeredOffices.map(({ name }) => name)).toEqual(['Dartmouth', 'Oban']);
    const shown = plan.fields.filter(({ visibility }) => visibility === 'shown');
    expect(shown.map(({ label, isRequired }) => `${label}${isRequired ? ' *' : ''}`)).toEqual([
      'What is it about? *',
      'Office *',
      'First day aboard *',
      'Guests *',
      'Yacht',
      'Name *',
      'Email address *',
      'Phone number',
    ]);
  });

  it('leaves the other types as they were', () => {
    const before = compileTestForm();
    const others = ready.form.types.filter(({ key }) => key !== 'charter');
    expect(others).toEqual(before.types);
  });

  it.each([
    [{ guests: '13' }, 'guests', 'She sleeps 12 guests; enter no more'],
    [{ guests: '0' }, 'guests', 'Enter at least 1 guest'],
    [{ guests: '2.5' }, 'guests', 'Enter the number of guests in digits'],
    [{ guests: 'two' }, 'guests', 'Enter the number of guests in digits'],
    [{ guests: '' }, 'guests', 'Enter how many come aboard'],
    [{ charter_date: '2027-02-30' }, 'charter_date', 'Enter the first day as a date'],
    [{ charter_date: undefined }, 'charter_date', 'Choose the day on which the charter begins'],
    [{ office_location: 1 }, 'office_location', 'Choose the office to write to'],
  ])('is judged alike by page and server: %j', async (changes, field, message) => {
    const { browser, server } = await verdicts(changes);
    expect(browser).toEqual([{ field, code: expect.any(String), message }]);
    expect(server).toEqual(browser);
  });

  it('travels as arguments of their own types', async () => {
    const types = Object.fromEntries(submitOperation(ready.form).args.map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({ guests: 'Int', charter_date: 'String', interested_in: 'String' });
    const browser = openBrowserSide(ready, drawn)?.(charter);
    expect(browser?.variables).toMatchObject({ guests: 8, charter_date: '2027-06-12' });
    const values = await createGraphqlWire(ready)(browser?.variables ?? {});
    expect(await judgeOnServer(ready, drawn, { values, evidence: 'ticket' })).toEqual({
      problems: [],
      values: { ...charter, guests: 8 },
    });
  });
});
