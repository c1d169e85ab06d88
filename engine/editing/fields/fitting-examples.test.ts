import { describe, expect, it } from 'vitest';
import { readShippedDocuments } from '../../../test/support/forms.ts';
import type { Documents } from '../../model/types.ts';
import { addField, addFittingExamples, addRule, applyPatches, type Patch, setRequired } from '../index.ts';

function made(documents: Documents, patches: readonly Patch[]): Documents {
  const applied = applyPatches(documents, addFittingExamples(documents, patches));
  if (!applied.ok) throw new Error(`conflict at ${applied.conflicts[0]?.patch.path.join('/')}`);
  return applied.documents;
}

const withDate = (documents: Documents, label: string) =>
  made(documents, addField(documents, { type: 'sales', kind: 'date', label }).patches);
const withRule = (documents: Documents, rule: object) =>
  made(
    documents,
    addRule(documents, { words: 'planted', rule: { description: 'Planted', ...rule } }).patches,
  );
const required = (documents: Documents, field: string) =>
  made(documents, setRequired(documents, { type: 'sales', field }, true));
const exampleIn = (documents: Documents) =>
  (
    documents['forms/sales/schema.json'] as {
      readonly examples: readonly [Readonly<Record<string, unknown>>];
    }
  ).examples[0];

describe('addFittingExamples', () => {
  const dated = ['Charter from', 'Charter to', 'Return'].reduce(withDate, readShippedDocuments());
  const dayAfter = (name: string, days: number) => ({ '+': [{ var: `values.${name}` }, days, 'days'] });
  const minimum = { bound: { charter_to: { minimum: dayAfter('charter_from', 1) } } };

  it('moves an answer into the bound that a new rule sets', () => {
    const asked = required(required(dated, 'charter_from'), 'charter_to');
    const { charter_from: from } = exampleIn(asked);
    expect(exampleIn(withRule(asked, { then: minimum }))).toMatchObject({
      charter_from: from,
      charter_to: '2030-06-02',
    });
  });

  it('gives a new answer that is within the bound of a rule', () => {
    const ruled = withRule(dated, { then: minimum });
    const asked = required(required(ruled, 'charter_to'), 'charter_from');
    expect(exampleIn(asked)).toMatchObject({ charter_from: '2030-06-01', charter_to: '2030-06-02' });
  });

  it('follows bounds from answer to answer, to the latest and to the same', () => {
    const all = ['charter_from', 'charter_to', 'return'].reduce(required, dated);
    const then = {
      bound: {
        return: { equals: { var: 'values.charter_to' } },
        charter_to: { maximum: dayAfter('charter_from', -3) },
      },
    };
    expect(exampleIn(withRule(all, { then }))).toMatchObject({
      charter_to: '2030-05-29',
      return: '2030-05-29',
    });
  });

  it('answers what a rule requires, of the types that it is about', () => {
    const when = { '==': [{ var: 'type' }, 'sales'] };
    const then = { require: ['charter_from'] };
    expect(exampleIn(withRule(dated, { when, then }))).toMatchObject({ charter_from: '2030-06-01' });
    const other = { '==': [{ var: 'type' }, 'service'] };
    expect(exampleIn(withRule(dated, { when: other, then }))).toEqual(exampleIn(dated));
  });

  it('gives a day that is late enough on the last day on which a form is open', () => {
    const then = { bound: { charter_from: { minimum: { '+': [{ var: 'today' }, 1, 'days'] } } } };
    const bounded = withRule(required(dated, 'charter_from'), { then });
    expect(exampleIn(bounded)).toMatchObject({ charter_from: '2030-06-01' });
    const when = { '>': [{ var: 'today' }, '2099-12-24'] };
    const closed = withRule(bounded, { when, then: { excludeTypes: ['sales'] } });
    expect(exampleIn(closed)).toMatchObject({ charter_from: '2099-12-26' });
  });

  it('leaves alone what did not fit before, and changes that are not about forms', () => {
    const all = ['charter_from', 'charter_to'].reduce(required, dated);
    const plain = applyPatches(
      all,
      addRule(all, { words: 'planted', rule: { description: 'Planted', then: minimum } }).patches,
    );
    const unfit = plain.ok ? plain.documents : all;
    expect(exampleIn(withDate(unfit, 'Another'))).toMatchObject({ charter_to: '2030-06-01' });
    const text: Patch = { file: 'texts/en.json', path: ['planted'], after: 'Planted' };
    expect(addFittingExamples(all, [text])).toEqual([text]);
  });
});
