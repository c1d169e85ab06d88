import { describe, expect, it } from 'vitest';
import { toClientForm } from '../../texts/client-form.ts';
import type { FieldDefinition, FieldPlan, Form, FormType, Json, Plan } from '../types.ts';
import { fromVariables, listWireFields, toVariables } from './wire.ts';

describe('listWireFields', () => {
  it('names each field of any type once, with the type and the upload first', () => {
    expect(listWireFields(form).map(({ name }) => name)).toEqual([
      'enquiry_type',
      'upload',
      'name',
      'message',
      'accept_term',
      'extras',
    ]);
  });

  it('still knows the fields of types that a page does not get', () => {
    const travelled = toClientForm(form, { locale: 'en', types: ['general'] });
    expect(listWireFields(travelled)).toEqual(listWireFields(form));
    expect(travelled.types.map(({ key }) => key)).toEqual(['general']);
  });
});

describe('toVariables', () => {
  it('sends every argument, an empty one as null, no photos as an empty list, an agreement that is not given as false', () => {
    expect(toVariables(form, planOf({ enquiry_type: 3, name: 'Ann' }))).toEqual({
      enquiry_type: 3,
      upload: [],
      name: 'Ann',
      message: null,
      accept_term: false,
      extras: null,
    });
  });
});

describe('a tick', () => {
  const box = definition('newsletter', { kind: 'boolean', widget: 'checkbox' });
  const ticked: Form = { ...form, types: [type(3, 'general', [box])] };

  it('is no answer until somebody touches it, and one afterwards', () => {
    expect(toVariables(ticked, planOf({ enquiry_type: 3 }))).toMatchObject({ newsletter: null });
    const sent = (value: boolean) => toVariables(ticked, planOf({ enquiry_type: 3, newsletter: value }));
    expect(fromVariables(ticked, sent(false))).toMatchObject({ newsletter: false });
    expect(fromVariables(ticked, toVariables(ticked, planOf({ enquiry_type: 3 })))).toEqual({
      enquiry_type: 3,
    });
  });
});

describe('a field that begins with a preset', () => {
  const preset: Form = {
    ...form,
    types: [
      type(3, 'general', [definition('rig', { default: 'sloop' }), definition('port'), definition('name')]),
    ],
    rules: [{ id: 'home', description: '', then: { preset: { port: 'Cowes' } } }],
  };

  it('is told from one that its visitor emptied, which is null', () => {
    const emptied = toVariables(preset, planOf({ enquiry_type: 3 }));
    expect(emptied).toEqual({ enquiry_type: 3, rig: null, port: null, name: null });
    expect(fromVariables(preset, emptied)).toEqual({ enquiry_type: 3, rig: null, port: null });
    expect(fromVariables(preset, { enquiry_type: 3 })).toEqual({ enquiry_type: 3 });
    expect(fromVariables(preset, { rig: [], name: [] })).toEqual({ rig: null });
  });

  it('is left out while its options have not come', () => {
    const fields = [
      { name: 'port', optionsState: 'failed' as const },
      { name: 'name', optionsState: 'failed' as const },
    ];
    expect(toVariables(preset, planOf({ enquiry_type: 3, rig: 'ketch' }, fields))).toEqual({
      enquiry_type: 3,
      rig: 'ketch',
      name: null,
    });
  });

  it('is no tick, which is false where it is not ticked', () => {
    const box = definition('newsletter', { kind: 'boolean', widget: 'checkbox', default: true });
    const ticked: Form = { ...form, types: [type(3, 'general', [box])] };
    expect(fromVariables(ticked, { newsletter: null })).toEqual({});
  });
});

describe('fromVariables', () => {
  it('gives back what was sent', () => {
    const values = { enquiry_type: 8, upload: ['a.png'], name: 'Ann', accept_term: true, extras: { a: [1] } };
    expect(fromVariables(form, toVariables(form, planOf(values)))).toEqual(values);
  });

  it('leaves out what is no form value', () => {
    const variables = { domain: 'yard.example', submission_url: 'https://yard.example/', name: 'Ann' };
    expect(fromVariables(form, variables)).toEqual({ name: 'Ann' });
  });

  it('reads only the own properties of what came', () => {
    expect(fromVariables(form, Object.create({ name: 'Ann' }))).toEqual({});
  });
});

function definition(name: string, more: Partial<FieldDefinition> = {}): FieldDefinition {
  return {
    name,
    kind: 'string',
    widget: 'text',
    isRequired: false,
    isConditional: false,
    requiredMark: 'label',
    isWide: false,
    ...more,
  };
}

function type(id: number, key: string, fields: readonly FieldDefinition[]): FormType {
  return { id, key, schema: {}, uiSchema: {}, fields, submitLabel: 'send-message', links: [] };
}

const form: Form = {
  hash: 'hash',
  types: [
    type(3, 'general', [definition('name'), definition('message', { widget: 'textarea' })]),
    type(8, 'valuation', [
      definition('upload', { kind: 'json', widget: 'photos' }),
      definition('name'),
      definition('accept_term', { kind: 'boolean', widget: 'terms' }),
      definition('extras', { kind: 'json', widget: 'object' }),
    ]),
  ],
  rules: [],
  settings: {
    failureField: 'name',
    fallbackLocale: 'en',
    success: { scrollDelayMs: 50, scrollDurationMs: 300, scrollOffsetPx: 90 },
    summaryAbove: 2,
  },
  texts: { en: {} },
};

/** `toVariables` reads nothing of a plan but its values and which of its fields await their options. */
function planOf(values: Readonly<Record<string, Json>>, fields: readonly Partial<FieldPlan>[] = []): Plan {
  return { values, fields } as Plan;
}
