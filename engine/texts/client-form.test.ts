import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../../test/support/forms.ts';
import type { Situation } from '../model/types.ts';
import { resolve } from '../resolve/resolve.ts';
import type { Office } from '../yard/model/types.ts';
import { sortByLabel } from '../yard/resolve/offices.ts';
import { toClientForm } from './client-form.ts';
import { formatText } from './texts.ts';

const form = compileTestForm();

describe('a form that travels', () => {
  it.each(Object.keys(form.texts))('writes numbers in %s as the whole form does', (locale) => {
    const travelling = toClientForm(form, { locale });
    const number = fc.oneof(
      fc.nat({ max: 1_500 }),
      fc.integer(),
      fc.double({ noNaN: true, min: -2, max: 2 }),
    );
    fc.assert(
      fc.property(number, (value) => {
        for (const [key, name] of Object.entries({
          'photos.megabytes': 'megabytes',
          'summary.heading': 'count',
        }))
          expect(formatText(travelling, locale, key, { [name]: value })).toBe(
            formatText(form, locale, key, { [name]: value }),
          );
      }),
    );
  });
});

describe('the texts that travel', () => {
  it.each(Object.keys(form.texts))('are none of mails or of parts that no type has, in %s', (locale) => {
    const [texts = {}] = Object.values(toClientForm(form, { locale }).texts);
    const keys = Object.keys(texts);
    expect(keys).toContain('fields.name.label');
    expect(keys.filter((key) => /^(?:mail|server|widgets|resume)\./.test(key))).toEqual([]);
  });

  it('are those of saving where a type may be saved', () => {
    const types = form.types.map((type) => ({ ...type, resume: { days: 1 } }));
    const { texts } = toClientForm({ ...form, types }, { locale: 'en' });
    expect(Object.keys(texts.en ?? {})).toContain('resume.send');
  });

  it('are those of sending later; if the settings turn it off, of what waits already', () => {
    const { sendLater: _off, ...settings } = form.settings;
    const listKeys = (one: typeof form) =>
      Object.keys(toClientForm(one, { locale: 'en' }).texts.en ?? {}).filter((key) =>
        /^send-later\.|^page-offline$/.test(key),
      );
    expect(listKeys(form)).toEqual(expect.arrayContaining(['send-later.keep', 'page-offline']));
    expect(toClientForm(form, { locale: 'en' }).settings.sendLater).toEqual({ days: 7 });
    const listed = listKeys({ ...form, settings });
    expect(listed).toEqual(expect.arrayContaining(['send-later.waiting-to', 'send-later.expired']));
    for (const offered of ['send-later.unreachable', 'page-offline']) expect(listed).not.toContain(offered);
  });
});

describe('offices that are sorted already', () => {
  const office = fc.record({
    name: fc.constantFrom('Poole', 'Poole Quay', 'Århus', 'Aarhus 2', 'Aarhus 10', 'poole'),
    title: fc.constantFrom(undefined, '', 'Sales', 'Service'),
    email: fc.constantFrom('a@example.com', ''),
    sortOrder: fc.constantFrom(1, 2, undefined),
    services: fc.constantFrom(['general'], ['service', 'sales'], []),
  });

  it('are offered as others are, in the same order', () => {
    fc.assert(
      fc.property(
        fc.array(office, { maxLength: 12 }),
        fc.constantFrom('en', 'da', 'de'),
        fc.constantFrom(3, 6, 7),
        (drawn, locale, type) => {
          const offices: Office[] = drawn.map(({ title, sortOrder, ...rest }, id) => ({
            id,
            ...rest,
            ...(title !== undefined && { title }),
            ...(sortOrder !== undefined && { sortOrder }),
          }));
          const plan = resolve(form, situation(offices, locale, type));
          const sorted = situation(sortByLabel(offices, locale), locale, type);
          const planOfSorted = resolve(form, {
            ...sorted,
            content: { ...sorted.content, officesSortedIn: locale },
          });
          expect(planOfSorted.fields).toEqual(plan.fields);
          expect(planOfSorted.offeredOffices).toEqual(plan.offeredOffices);
          expect(new Set(planOfSorted.eligibleOffices)).toEqual(new Set(plan.eligibleOffices));
        },
      ),
    );
  });

  function situation(offices: readonly Office[], locale: string, type: number): Situation {
    return {
      site: { id: 101, domain: 'www.example.com' },
      page: {},
      content: {
        offices,
        enquiryTypes: [3, 6, 7].map((id) => ({ id, name: `Type ${id}` })),
        yachtModels: [],
        eventTitles: { state: 'ready', titles: [] },
      },
      locale,
      today: '2026-11-21',
      entered: { enquiry_type: type },
    };
  }
});
