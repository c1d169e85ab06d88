import { describe, expect, it } from 'vitest';
import type { ContactFormSectionProps } from './props.ts';
import { initialEventTitles, situationOf } from './situation.ts';

const moment = { entered: {}, eventTitles: initialEventTitles(undefined) };

describe('situationOf', () => {
  it('takes the section for inline on a site at home where nothing else is said', () => {
    expect(situationOf(inputs({}), moment)).toEqual({
      site: { id: 1, domain: 'yard.example', isInternational: false },
      page: { inModal: false, isForLanding: false, eventTitle: null, selectedOffice: null },
      content: {
        offices: null,
        allOffices: null,
        officesSortedIn: null,
        enquiryTypes: [{ id: 3, name: 'General' }],
        yachtModels: null,
        eventTitles: { state: 'loading' },
      },
      locale: 'en',
      today: '2026-11-21',
      entered: {},
    });
  });

  it('lets the input isInternational overrule the site', () => {
    const site = { id: 1, domain: 'yard.example', isInternational: true };
    expect(situationOf(inputs({ site }), moment).site.isInternational).toBe(true);
    expect(situationOf(inputs({ site, isInternational: false }), moment).site.isInternational).toBe(false);
  });

  it('has event titles ready that came with the page', () => {
    expect(initialEventTitles([])).toEqual({ state: 'ready', titles: [] });
  });
});

/** `situationOf` reads no other inputs. */
function inputs(more: Partial<ContactFormSectionProps>): ContactFormSectionProps {
  return {
    site: { id: 1, domain: 'yard.example' },
    enquiryTypes: [{ id: 3, name: 'General' }],
    locale: 'en',
    today: '2026-11-21',
    ...more,
  } as ContactFormSectionProps;
}
