import { describe, expect, it } from 'vitest';
import { listFindings } from '../../../test/cli/checking.ts';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';

const goals = { type: 'array', title: 'Goals', uniqueItems: true, items: { enum: ['price', 'speed'] } };

/** Returns the reasons of mismatches of a ranking with more options and rules. */
function listMismatches(ui: object, rules: readonly object[] = []) {
  const schema = { type: 'object', properties: { goals } };
  const all = createSampleDocuments(schema, { goals: { 'ui:widget': 'ranking', ...ui } });
  const { rules: own } = all['rules.json'] as { readonly rules: readonly object[] };
  return listFindings({ ...all, 'rules.json': { rules: [...own, ...rules] } })
    .filter(({ code }) => code === 'widget-mismatch')
    .map(({ reason }) => reason);
}

describe('lintUi', () => {
  it('accepts a ranking of all choices of its schema', () => {
    expect(listMismatches({})).toEqual([]);
  });

  it('names a ranking that would not offer all of them', () => {
    const filter = { goals: { '==': [{ var: 'item.value' }, 'price'] } };
    const rule = { id: 'cheap', description: 'Only the price.', then: { filter } };
    const reason = expect.stringMatching(/^"ranking" puts all choices of the schema in order, but "goals"/);
    expect(listMismatches({}, [rule])).toEqual([reason]);
    expect(listMismatches({ 'ui:enumDisabled': ['price'] })).toEqual([reason]);
  });

  it('names "Other" beside an option set, whose former items would count as texts', () => {
    const rig = { type: 'string', title: 'Rig', examples: ['sloop'] };
    const findings = listFindings(
      createSampleDocuments(
        { type: 'object', properties: { rig } },
        { rig: { 'ui:widget': 'select', 'ui:other': true, 'ui:optionSet': 'yachtModels' } },
      ),
    );
    expect(findings.filter(({ code }) => code === 'widget-mismatch')).toMatchObject([
      { pointer: '/rig/ui:other', reason: expect.stringContaining('remove "ui:other", or "ui:optionSet"') },
    ]);
  });
});
