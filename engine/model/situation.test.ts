import { describe, expect, it } from 'vitest';
import { type SituationInputs, toSituation } from './situation.ts';

const inputs: SituationInputs = {
  site: { id: 1, domain: 'yard.example' },
  enquiryTypes: [{ id: 3, name: 'General' }],
  eventTitles: { state: 'loading' },
  locale: 'en',
  today: '2026-11-21',
  entered: {},
};

describe('toSituation', () => {
  it('takes the section for inline on a site at home where nothing else is said', () => {
    expect(toSituation(inputs)).toEqual({
      site: { id: 1, domain: 'yard.example', isInternational: false },
      page: { inModal: false, isForLanding: false, eventTitle: null, selectedOffice: null },
      content: {
        offices: null,
        allOffices: null,
        officesSortedIn: null,
        enquiryTypes: [{ id: 3, name: 'General' }],
        yachtModels: null,
        lists: null,
        eventTitles: { state: 'loading' },
      },
      locale: 'en',
      today: '2026-11-21',
      entered: {},
    });
  });

  it('lets the input isInternational overrule the site', () => {
    const site = { id: 1, domain: 'yard.example', isInternational: true };
    expect(toSituation({ ...inputs, site }).site.isInternational).toBe(true);
    expect(toSituation({ ...inputs, site, isInternational: false }).site.isInternational).toBe(false);
  });
});
