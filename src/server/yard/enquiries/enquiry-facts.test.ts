import { describe, expect, it } from 'vitest';
import type { Form, Office } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { createInboxNames } from '../../inbox/inbox-names.ts';
import { emptyYardContent, type YardContent } from '../content/content.ts';
import { findEnquiryFacts, getLoggedFacts } from './enquiry-facts.ts';

function compileForm(properties: object): Form {
  const compiled = compile({ schema: { type: 'object', properties } });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.form;
}

const plainForm = compileForm({ name: { type: 'string', title: 'Name' } });
const office = { id: 17, name: 'Poole' } as Office;
const withOffices: YardContent = { ...emptyYardContent, offices: [office] };

/** Returns the payload and the log of an enquiry, and whether lists and exports have offices. */
function getFacts(form: Form, content: YardContent, values = {}) {
  const { payload, record } = findEnquiryFacts(form, content, values);
  const names = createInboxNames({ form, content: { ...content, enquiryTypes: [] }, people: [] }, 'en');
  return { payload, logged: getLoggedFacts(form, content, record), isListed: names.hasListedFacts };
}

describe('the office of an enquiry', () => {
  it('is in no payload, log or list of a form without offices, whose content has none', () => {
    expect(getFacts(plainForm, emptyYardContent)).toEqual({ payload: {}, logged: {}, isListed: false });
  });

  it('is null where the content has offices, to which the enquiry can be forwarded', () => {
    const none = { payload: { office: null }, logged: { office: null }, isListed: true };
    expect(getFacts(plainForm, withOffices)).toEqual(none);
  });

  it('is the value of its field with any widget', () => {
    const form = compileForm({ office_location: { type: 'integer', title: 'Office', enum: [17, 18] } });
    expect(getFacts(form, withOffices, { office_location: 17 })).toEqual({
      payload: { office: { id: 17, name: 'Poole' } },
      logged: { office: 17 },
      isListed: true,
    });
    expect(getFacts(form, emptyYardContent)).toMatchObject({ payload: { office: null } });
  });
});
