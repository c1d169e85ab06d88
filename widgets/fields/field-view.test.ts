import { describe, expect, it } from 'vitest';
import type { FieldPlan } from '#engine';
import { resolve } from '#engine';
import { createTestForm, createTestSituation } from '../testing/forms.ts';
import { type FieldView, reuseView } from './field-view.ts';

const form = createTestForm({
  properties: { port: { type: 'string', title: 'Port', enum: ['cowes', 'poole'] } },
});

/** A field as it stands, every object of it made anew. */
function view(plan: Partial<FieldPlan> = {}, changes: Partial<FieldView> = {}): FieldView {
  const field = resolve(form, createTestSituation(form, { entered: { port: 'cowes' } })).fields.find(
    ({ name }) => name === 'port',
  );
  if (!field) throw new Error('no field "port"');
  const { options = [] } = field;
  return {
    plan: { ...field, options: options.map((option) => ({ ...option })), ...plan },
    entered: 'cowes',
    problem: undefined,
    failure: undefined,
    isDisabled: false,
    ...changes,
  };
}

describe('reuseView', () => {
  it('is the former one where all says the same, whatever rules decided it', () => {
    const former = view({ limits: { count: 1 }, bounds: { minimum: 1 } });
    const { because } = former.plan;
    const next = view({
      limits: { count: 1 },
      bounds: { minimum: 1 },
      because: { ...because, required: ['another-rule'] },
    });
    expect(reuseView(former, next)).toBe(former);
  });

  it.each<[keyof FieldPlan, Partial<FieldPlan>]>([
    ['visibility', { visibility: 'concealed' }],
    ['isRequired', { isRequired: true }],
    ['label', { label: 'Harbour' }],
    ['hint', { hint: 'Where the boat lies' }],
    ['placeholder', { placeholder: 'Choose' }],
    ['optionsState', { optionsState: 'loading' }],
    ['value', { value: 'poole' }],
    ['limits', { limits: { count: 2 } }],
    ['bounds', { bounds: { maximum: 2 } }],
    ['options', { options: [{ value: 'cowes', label: 'Cowes' }] }],
    [
      'options',
      {
        options: [
          { value: 'cowes', label: 'Cowes, Isle of Wight' },
          { value: 'poole', label: 'poole' },
        ],
      },
    ],
  ])('is another one where the plan has another %s: %o', (key, plan) => {
    const next = reuseView(view(), view(plan));
    expect(next.plan[key]).toEqual(plan[key]);
  });

  it('is another one where a rule changes only the bounds, or only the limits, that the plan has', () => {
    const bounded = reuseView(view({ bounds: { minimum: 1 } }), view({ bounds: { minimum: 2 } }));
    expect(bounded.plan.bounds).toEqual({ minimum: 2 });
    const limited = reuseView(view({ limits: { count: 1 } }), view({ limits: { count: 2 } }));
    expect(limited.plan.limits).toEqual({ count: 2 });
  });

  it.each<[keyof FieldView, Partial<FieldView>]>([
    ['entered', { entered: 'poole' }],
    ['problem', { problem: 'Choose a port' }],
    ['failure', { failure: 'It was not sent' }],
    ['isDisabled', { isDisabled: true }],
  ])('is another one with another %s, and keeps the list of options', (key, changes) => {
    const former = view();
    const next = reuseView(former, view({}, changes));
    expect(next[key]).toBe(changes[key]);
    expect(next.plan.options).toBe(former.plan.options);
  });
});
