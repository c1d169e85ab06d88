import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../test/support/forms.ts';
import type { SiteContent } from './index.ts';
import { describeUnofferedType, findUnofferedTypes } from './unoffered-types.ts';

const site = { id: 1, domain: 'one.example', isInternational: false };
const formWith = (rules: readonly object[]) =>
  compileTestForm(readFrozenDocuments({ 'rules.json': { rules }, 'scenarios.json': undefined }));
const plain = formWith([]);
const listed = plain.types.map(({ id, key }) => ({ id, name: key }));

function found(form: typeof plain, changes: Partial<SiteContent> = {}): readonly string[] {
  const content = {
    sites: [site],
    offices: [],
    enquiryTypes: listed,
    yachtModels: [],
    lists: {},
    events: [],
    pages: [],
    ...changes,
  };
  return findUnofferedTypes(form, content, '2030-01-01').map(({ key }) => key);
}

const noCareers = { id: 'no-careers', description: 'None.', then: { excludeTypes: ['careers'] } };

describe('findUnofferedTypes', () => {
  it('tells the types that the content does not list', () => {
    expect(found(plain)).toEqual([]);
    expect(found(plain, { enquiryTypes: listed.filter(({ name }) => name !== 'careers') })).toEqual([
      'careers',
    ]);
  });

  it('tells the types that rules exclude on every page, and not on some', () => {
    expect(found(formWith([noCareers]))).toEqual(['careers']);
    const when = { '==': [{ var: 'page.isForLanding' }, true] };
    expect(found(formWith([{ ...noCareers, when }]))).toEqual([]);
  });

  it('tells none where there is no page at all', () => {
    expect(found(formWith([noCareers]), { sites: [] })).toEqual([]);
  });

  it('says what to do', () => {
    expect(describeUnofferedType({ key: 'careers' })).toMatch(
      /no page of the content offers "careers".*archive it/,
    );
  });
});
