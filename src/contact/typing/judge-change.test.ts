import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Form, typeField, type Values } from '#engine';
import { compileFrozenForm, createTestSituation, createTestValidators } from '#widgets/testing/forms.ts';
import { judgeAsSent } from '../judge-as-sent.ts';
import { type JudgedValues, judgeChange } from './judge-change.ts';

const form = compileFrozenForm();
const moduleOf = createTestValidators(form);
const situation = createTestSituation(form, { entered: {} });

function verdictOn(on: Values, judged: Form = form): JudgedValues {
  const module = moduleOf(judged.types.find(({ id }) => id === on[typeField])?.key);
  const { plan, problems } = judgeAsSent(judged, { ...situation, entered: on }, module);
  return { values: on, plan, problems };
}

function changed(former: JudgedValues, on: Values, judged: Form = form): JudgedValues | undefined {
  return judgeChange({ form: judged, situation, module: moduleOf(former.plan.type?.key) }, former, on);
}

/** Whatever fields of any kind may hold, and much that they may not. */
const entry = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    '',
    ' ',
    'Ann',
    ' ann@example.com ',
    '+44 1202 555010',
    'x'.repeat(6_000),
  ),
  fc.constantFrom<unknown>('1066', '1987', '12,5', '-3', 4, '12', 12, 'nowhere', true, false, '2028-02-30'),
);
const edits = fc.constantFrom(...form.types).chain((type) =>
  fc.record({
    type: fc.constant(type),
    each: fc.array(fc.tuple(fc.constantFrom(...type.fields.map(({ name }) => name)), entry), {
      maxLength: 12,
    }),
  }),
);

describe('judgeChange', () => {
  it('finds what judging all of it finds, field after field', () => {
    let [alone, differing] = [0, 0];
    fc.assert(
      fc.property(edits, ({ type, each }) => {
        let former = verdictOn({ [typeField]: type.id });
        for (const [name, value] of each) {
          const on = { ...former.values, [name]: value };
          const found = changed(former, on);
          const { problems } = verdictOn(on);
          if (found) expect(found.problems).toEqual(problems);
          if (found) alone += 1;
          if (found && found.problems !== former.problems) differing += 1;
          former = { ...(found ?? verdictOn(on)), values: on };
        }
      }),
      { numRuns: 300 },
    );
    // The law would hold as well of a judge that never serves.
    expect(Math.min(alone, differing)).toBeGreaterThan(100);
  });

  it('leaves to the whole what differs in several fields, or in nothing', () => {
    const former = verdictOn({ [typeField]: 3, name: 'Ann' });
    expect(changed(former, { ...former.values, name: 'Bea', message: 'Hi' })).toBeUndefined();
    expect(changed(former, { ...former.values })).toBeUndefined();
  });

  it('leaves to the whole a form whose rules read an answer', () => {
    const rule = {
      id: 'named',
      description: 'Ann is asked for a phone number.',
      when: { '==': [{ var: 'values.name' }, 'Ann'] },
      then: { require: ['phone'] },
    };
    const reading = compileFrozenForm({ 'rules.json': { rules: [rule] } });
    const former = verdictOn({ [typeField]: 3 }, reading);
    expect(changed(former, { ...former.values, name: 'Ann' }, reading)).toBeUndefined();
  });
});
