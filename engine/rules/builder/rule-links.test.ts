import { describe, expect, it } from 'vitest';
import { compileTestForm, readShippedDocuments } from '../../../test/support/forms.ts';
import { createSentenceRenderer } from '../sentences/index.ts';
import { listRuleLinks } from './index.ts';

const documents = readShippedDocuments();
const { names } = createSentenceRenderer({ form: compileTestForm(documents), documents, locale: 'en' });
const sites = [
  { id: '101', name: 'Trevarrow', domain: 'one.example', isInternational: false },
  { id: '204', name: 'Trevarrow International', domain: 'two.example', isInternational: true },
];
const getLinks = (rule: { readonly when?: unknown; readonly then: unknown }) =>
  listRuleLinks({ id: 'planted', ...rule }, { names, sites });

describe('listRuleLinks', () => {
  it('lists the answers and facts that conditions and effects read, and what the effects decide', () => {
    const { reads, decides } = getLinks({
      when: { and: [{ var: 'values.upload' }, { some: [{ var: 'values.crew' }, { var: 'born' }] }] },
      then: {
        require: ['message'],
        preset: { phone: 'x', email: { var: 'today' } },
        hideSection: true,
      },
    });
    expect(reads.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['field upload', 'field crew', 'facts day']);
    expect(decides.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'field message',
      'field phone',
      'field email',
      'effects section',
    ]);
    expect(reads[0]).toMatchObject({ label: 'Photo / Photos', types: ['service', 'valuation'] });
  });

  it('lists the sites on which the condition can be true', () => {
    const isAbroad = { var: 'site.isInternational' };
    expect(getLinks({ when: isAbroad, then: { hide: ['phone'] } }).sites).toEqual(['204']);
    const isOnOthers = { or: [{ '!': [isAbroad] }, { var: 'values.upload' }] };
    expect(getLinks({ when: isOnOthers, then: { hide: ['phone'] } }).sites).toEqual(['101', '204']);
    const isHere = { and: [{ in: [{ var: 'site.id' }, ['101', 9]] }, { var: 'page.inModal' }] };
    expect(getLinks({ when: isHere, then: { hide: ['phone'] } }).sites).toEqual(['101']);
  });

  it('lists the types that have what it decides and for which the condition can be true', () => {
    expect(getLinks({ then: { hide: ['upload'] } }).types).toEqual(['service', 'valuation']);
    const isService = { '==': [{ var: 'type' }, 'service'] };
    expect(getLinks({ when: isService, then: { hide: ['upload'] } }).types).toEqual(['service']);
    expect(getLinks({ then: { excludeTypes: ['careers'] } }).types).toEqual(['careers']);
    expect(getLinks({ when: isService, then: { recipient: 'yard' } }).types).toEqual(['service']);
  });

  it('leaves out what cannot be read', () => {
    expect(getLinks({ when: 'broken', then: { unknown: 1, hide: 'phone' } })).toMatchObject({
      sites: ['101', '204'],
      reads: [],
      decides: [],
    });
  });
});
