import { describe, expect, it } from 'vitest';
import { applyDocumentPatches, expectForm } from '../../../test/support/edits.ts';
import { readShippedDocuments } from '../../../test/support/forms.ts';
import type { Documents } from '../../model/types.ts';
import {
  addField,
  addFittingExamples,
  addRule,
  findFieldBounds,
  listRules,
  setFieldBound,
} from '../index.ts';

const place = { type: 'sales', field: 'charter_to' };
const description = 'Charter to depends on another day.';
const withDate = (documents: Documents, type: string, label: string) =>
  applyDocumentPatches(documents, addField(documents, { type, kind: 'date', label }).patches);
const dated = ['Charter from', 'Charter to'].reduce(
  (documents, label) => withDate(documents, 'sales', label),
  readShippedDocuments(),
);
const set = (
  documents: Documents,
  end: 'minimum' | 'maximum',
  compared: { readonly with: string; readonly days: number } | undefined,
) => {
  const patches = setFieldBound(documents, place, { end, compared, description });
  return applyDocumentPatches(documents, addFittingExamples(documents, patches));
};

it('setFieldBound compares a number with that of another field, and the example follows', () => {
  const counted = ['Guests', 'Cabins'].reduce(
    (documents, label) =>
      applyDocumentPatches(documents, addField(documents, { type: 'sales', kind: 'number', label }).patches),
    readShippedDocuments(),
  );
  const cabins = { type: 'sales', field: 'cabins' };
  const compared = { with: 'guests', days: 0 };
  const patches = setFieldBound(counted, cabins, { end: 'maximum', compared, description });
  const bounded = applyDocumentPatches(counted, addFittingExamples(counted, patches));
  expectForm(bounded);
  expect(listRules(bounded).at(-1)).toEqual({
    id: 'sales-cabins-limits',
    description,
    then: { bound: { cabins: { maximum: { var: 'values.guests' } } } },
  });
  expect(findFieldBounds(bounded, cabins)).toMatchObject({ rule: 'sales-cabins-limits', maximum: compared });
});

describe('setFieldBound', () => {
  const later = set(dated, 'minimum', { with: 'charter_from', days: 1 });

  it('compares a day with another field by one ordinary rule, which can be sent', () => {
    expectForm(later);
    expect(listRules(later).at(-1)).toEqual({
      id: 'sales-charter-to-days',
      description,
      then: { bound: { charter_to: { minimum: { '+': [{ var: 'values.charter_from' }, 1, 'days'] } } } },
    });
    expect(findFieldBounds(later, place)).toEqual({
      rule: 'sales-charter-to-days',
      minimum: { with: 'charter_from', days: 1 },
      others: [],
    });
  });

  it('compares the other end with today in the same rule, and removes it with the last comparison', () => {
    const both = set(later, 'maximum', { with: 'today', days: 0 });
    expectForm(both);
    expect(findFieldBounds(both, place)).toMatchObject({
      rule: 'sales-charter-to-days',
      minimum: { with: 'charter_from', days: 1 },
      maximum: { with: 'today', days: 0 },
    });
    const none = set(set(both, 'minimum', undefined), 'maximum', undefined);
    expect(listRules(none)).toEqual(listRules(dated));
  });

  it('names the type where another form has the field', () => {
    const shared = set(withDate(dated, 'event', 'Charter to'), 'minimum', { with: 'charter_from', days: -2 });
    expectForm(shared);
    expect(listRules(shared).at(-1)?.when).toEqual({ '==': [{ var: 'type' }, 'sales'] });
    expect(findFieldBounds(shared, { ...place, type: 'event' })).toEqual({
      others: ['sales-charter-to-days'],
    });
  });

  it('takes a rule of a template that says the same, and describes it anew once it is changed', () => {
    const when = { '==': [{ var: 'type' }, 'sales'] };
    const then = { bound: { charter_to: { minimum: { '+': [{ var: 'today' }, 14, 'days'] } } } };
    const rule = { description: 'Two weeks ahead.', when, then };
    const ruled = applyDocumentPatches(dated, addRule(dated, { words: 'sales ahead', rule }).patches);
    const compared = { with: 'today', days: 14 };
    expect(findFieldBounds(ruled, place)).toEqual({ rule: 'sales-ahead', minimum: compared, others: [] });
    const changed = set(ruled, 'minimum', { with: 'today', days: 20 });
    expectForm(changed);
    expect(listRules(changed).at(-1)).toMatchObject({ id: 'sales-ahead', description });
    expect(listRules(set(changed, 'minimum', undefined))).toEqual(listRules(dated));
    // Without a condition it bounds the field of the other form too.
    const shared = withDate(dated, 'event', 'Charter to');
    const general = { description: rule.description, then };
    const both = applyDocumentPatches(shared, addRule(shared, { words: 'ahead', rule: general }).patches);
    expect(findFieldBounds(both, place)).toEqual({ others: ['ahead'] });
  });

  it('lists rules of others, and never changes them', () => {
    const rule = { description: 'By hand.', then: { bound: { charter_to: { minimum: '2030-01-01' } } } };
    const ruled = applyDocumentPatches(
      dated,
      addRule(dated, { words: 'sales charter to days', rule }).patches,
    );
    expect(findFieldBounds(ruled, place)).toEqual({ others: ['sales-charter-to-days'] });
    expect(setFieldBound(ruled, place, { end: 'minimum', compared: undefined, description })).toEqual([]);
  });
});
