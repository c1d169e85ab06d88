import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../test/support/forms.ts';
import type { Plan, Situation, Values } from '../model/types.ts';
import { toClientForm } from '../texts/client-form.ts';
import type { Office } from '../yard/model/types.ts';
import { resolve } from './resolve.ts';

const form = compileTestForm();

const poole: Office = {
  id: 1,
  name: 'Poole',
  title: 'Sales',
  email: 'poole@example.com',
  sortOrder: 2,
  services: ['general', 'sales'],
};
const falmouth: Office = {
  id: 'f-2',
  name: 'Falmouth',
  email: 'falmouth@example.com',
  sortOrder: 1,
  services: ['service'],
};
const silent: Office = { id: 3, name: 'Silent', email: ' ', services: ['general', 'sales', 'service'] };

function situation(changes: Partial<Situation> = {}, entered: Values = {}): Situation {
  return {
    site: { id: 101, domain: 'www.example.com' },
    page: {},
    content: {
      offices: [poole, falmouth, silent],
      enquiryTypes: [3, 6, 7, 5, 9, 8].map((id) => ({ id, name: `Type ${id}` })),
      yachtModels: [{ name: 'Forty' }],
      eventTitles: { state: 'ready', titles: ['Boat show'] },
    },
    locale: 'en',
    today: '2026-11-21',
    entered,
    ...changes,
  };
}

const field = (plan: Plan, name: string) => plan.fields.find((candidate) => candidate.name === name);

describe('destinations', () => {
  const sending = (id: string, when: object, destinations: readonly string[]) => ({
    id,
    description: 'Sends it on.',
    when,
    then: { destinations },
  });
  const rules = [
    sending('service', { '==': [{ var: 'type' }, 'service'] }, ['crm', 'archive']),
    sending('abroad', { var: 'site.isInternational' }, ['abroad', 'crm']),
    sending('falmouth', { '==': [{ var: 'values.office_location' }, 'f-2'] }, ['falmouth-crm']),
  ];
  const own = readFrozenDocuments();
  const sent = compileTestForm({
    ...own,
    'rules.json': { rules: [...(own['rules.json'] as { rules: object[] }).rules, ...rules] },
  });
  const international = { site: { id: 101, domain: 'www.example.com', isInternational: true } };

  it.each([
    ['nowhere where no rule holds', {}, { enquiry_type: 3 }, undefined, []],
    ['by type', {}, { enquiry_type: 7 }, ['archive', 'crm'], ['service']],
    [
      'by site, each once',
      international,
      { enquiry_type: 7 },
      ['abroad', 'archive', 'crm'],
      ['abroad', 'service'],
    ],
    [
      'by office',
      {},
      { enquiry_type: 7, office_location: 'f-2' },
      ['archive', 'crm', 'falmouth-crm'],
      ['falmouth', 'service'],
    ],
  ])('are %s', (_where, changes, entered, destinations, because) => {
    const plan = resolve(sent, situation(changes, entered));
    expect(plan.destinations).toEqual(destinations);
    expect(plan.because.destinations).toEqual(because);
  });

  it('reach no page', () => {
    expect(JSON.stringify(toClientForm(sent, { locale: 'en' }))).not.toContain('crm');
  });
});

describe('the recipient', () => {
  const own = readFrozenDocuments();
  const rule = { id: 'preselected', description: 'd', then: { recipient: { var: 'page.selectedOffice' } } };
  const named = compileTestForm({
    ...own,
    'rules.json': { rules: [...(own['rules.json'] as { rules: object[] }).rules, rule] },
  });

  it('is whom a rule names, and nobody where what it reads is empty', () => {
    const recipientOn = (page: Situation['page']) => resolve(named, situation({ page })).recipient;
    expect(recipientOn({ selectedOffice: falmouth })).toBe('f-2');
    expect(recipientOn({})).toBeUndefined();
  });
});

describe('resolve', () => {
  it('keeps eligible offices in sortOrder and lists offered ones by label', () => {
    const plan = resolve(form, situation({}, { enquiry_type: 3 }));
    expect(plan.eligibleOffices.map((office) => office.name)).toEqual(['Falmouth', 'Poole']);
    expect(field(plan, 'office_location')?.options).toEqual([{ value: 1, label: 'Poole - Sales' }]);
  });

  it('lets a choice that a type does not offer count as empty, and return with its type', () => {
    const entered = { enquiry_type: 7, office_location: '1' };
    expect(resolve(form, situation({}, entered)).values.office_location).toBeUndefined();
    expect(resolve(form, situation({}, { ...entered, enquiry_type: 6 })).values.office_location).toBe(1);
  });

  it('sends digits of any script as ASCII where digits are asked for, and leaves words as they are', () => {
    const entered = {
      enquiry_type: 8,
      name: 'ليلى ٢',
      phone: ' \u202A+٤٤ ١٦٣٢ ٩٦٠٠١٧\u202C ',
      year: '۲۰۱۵',
      engine_hours: '٤١٢٫٥',
      condition_of_boat: '８',
    };
    expect(resolve(form, situation({}, entered)).values).toMatchObject({
      name: 'ليلى ٢',
      phone: '+44 1632 960017',
      year: '2015',
      engine_hours: '412.5',
      condition_of_boat: 8,
    });
  });

  it('sends a preselected office from a modal, where the select is hidden', () => {
    const plan = resolve(
      form,
      situation(
        { page: { inModal: true, selectedOffice: falmouth } },
        { office_location: 1, enquiry_type: 7 },
      ),
    );
    expect(plan.type?.key).toBe('general');
    expect(field(plan, 'office_location')?.visibility).toBe('hidden');
    expect(plan.values.office_location).toBeUndefined();
    const sales = resolve(
      form,
      situation({ page: { inModal: true, selectedOffice: { ...poole, services: ['type 6', 'sales'] } } }),
    );
    expect([sales.type?.key, sales.values.office_location]).toEqual(['sales', 1]);
  });

  it('explains what it decided', () => {
    const plan = resolve(form, situation({ site: { id: '119', domain: 'd', isInternational: true } }));
    expect(plan.because.excludedTypes).toEqual({
      careers: ['site-119'],
      valuation: ['no-valuation-abroad', 'site-119'],
    });
    expect(field(plan, 'office_location')?.because.required).toEqual(['office-required']);
  });

  it('offers nothing while event titles load, and keeps what was entered for when they come', () => {
    const loading = situation({}, { enquiry_type: 9, interested_in: 'Boat show' });
    const plan = resolve(form, {
      ...loading,
      content: { ...loading.content, eventTitles: { state: 'loading' } },
    });
    expect(field(plan, 'interested_in')).toMatchObject({ optionsState: 'loading', options: [] });
    expect(plan.values.interested_in).toBeUndefined();
    expect(resolve(form, loading).values.interested_in).toBe('Boat show');
  });

  it('trims, folds line ends and drops what is only white space', () => {
    const { values } = resolve(
      form,
      situation({}, { enquiry_type: 3, name: ' Ada ', phone: '  ', message: ' a\r\nb\rc ' }),
    );
    expect(values).toEqual({ enquiry_type: 3, name: 'Ada', message: 'a\nb\nc' });
  });

  it('names the types that no form exists for', () => {
    const changed = situation();
    const content = {
      ...changed.content,
      enquiryTypes: [{ id: 77, name: 'Charter' }, ...(changed.content.enquiryTypes ?? [])],
    };
    expect(resolve(form, { ...changed, content }).unknownTypes).toEqual([77]);
  });

  it('hides the section where no type is offered', () => {
    const changed = situation();
    expect(
      resolve(form, { ...changed, content: { ...changed.content, enquiryTypes: [] } }).isSectionShown,
    ).toBe(false);
  });

  it('lets a site relax a rule by another that stands instead of it', () => {
    const all = readFrozenDocuments();
    const rules = (all['rules.json'] as { rules: object[] }).rules;
    rules.push({
      id: 'site-7-valuations',
      description: 'Site 7 takes valuations.',
      when: { '==': [{ var: 'site.id' }, 7] },
      then: { excludeTypes: ['event'] },
      insteadOf: 'no-valuation-abroad',
    });
    const relaxed = compileTestForm(all);
    const keys = (id: number) =>
      Object.keys(
        resolve(relaxed, situation({ site: { id, domain: 'd', isInternational: true } })).because
          .excludedTypes,
      );
    expect(keys(7)).toEqual(['event']);
    expect(keys(8)).toEqual(['valuation']);
  });

  it("offers a schema's constants by their titles, with its default chosen in advance", () => {
    const all = readFrozenDocuments();
    const schema = all['forms/general/schema.json'] as { properties: Record<string, unknown> };
    const constants = [{ const: 'a', title: 'At anchor' }, { const: 'b' }];
    schema.properties.berth = { type: 'string', oneOf: constants, default: 'b' };
    const plan = resolve(compileTestForm(all), situation({}, { enquiry_type: 3 }));
    expect(field(plan, 'berth')?.options).toEqual([
      { value: 'a', label: 'At anchor' },
      { value: 'b', label: 'b' },
    ]);
    expect(plan.values.berth).toBe('b');
  });

  it('answers from what it remembers of a list as it does for a list that it never saw', () => {
    const reusedOffices = [poole, falmouth, silent];
    const asked = fc.record({
      type: fc.constantFrom(3, 5, 6, 7, 8, 9),
      international: fc.boolean(),
      modal: fc.boolean(),
      office: fc.constantFrom(undefined, poole, falmouth, silent),
    });
    type Asked = { type: number; international: boolean; modal: boolean; office: Office | undefined };
    const ask = ({ type, international, modal, office }: Asked, offices: readonly Office[]) => {
      const base = situation({ page: { inModal: modal, selectedOffice: office } }, { enquiry_type: type });
      const site = { id: 1, domain: 'd', isInternational: international };
      return resolve(form, { ...base, site, content: { ...base.content, offices } });
    };
    fc.assert(
      fc.property(fc.array(asked, { minLength: 1, maxLength: 8 }), (questions) => {
        const answers = questions.map((question) => ask(question, reusedOffices));
        expect(answers).toEqual(questions.map((question) => ask(question, [...reusedOffices])));
      }),
      { numRuns: 100 },
    );
  });
});
