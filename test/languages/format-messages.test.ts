import { describe, expect, it } from 'vitest';
import { type Plan, problemMessage, resolve } from '#engine';
import { situationOf } from '#widgets/testing/forms.ts';
import { compiledForm, shippedDocuments } from '../support/forms.ts';
import { sampleDocuments } from '../support/sample-documents.ts';

const formats = [
  'email',
  'uri',
  'url',
  'uri-reference',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
  'duration',
  'regex',
  'json-pointer',
];

const texts = Object.fromEntries(
  Object.entries(shippedDocuments()).filter(([file]) => file.startsWith('texts/')),
);

describe('what is said of a text that lacks its format', () => {
  it.each(['en', 'de', 'fr', 'ar'])('says what to write, for each format: %s', (locale) => {
    const properties = Object.fromEntries(
      formats.map((format, index) => [`f${index}`, { type: 'string', format, title: 'Field' }]),
    );
    const inside = { type: 'object', title: 'Box', properties };
    const form = compiledForm({
      ...sampleDocuments({ type: 'object', properties: { ...properties, box: inside } }),
      ...texts,
    });
    const plan: Plan = resolve(form, { ...situationOf(form), locale });
    const told = (field: string) => problemMessage(form, plan, { field, code: 'wrong-format' });
    const usual = told('unknown');
    const messages = formats.map((_format, index) => told(`f${index}`));
    expect(messages.filter((message) => message === usual.replace('unknown', 'Field'))).toEqual([]);
    expect(new Set(messages).size).toBe(formats.length - 1);
    expect(told('box/f1')).toBe(told('f1'));
  });
});
