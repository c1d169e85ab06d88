import { describe, expect, it } from 'vitest';
import { type Form, type Plan, problemMessage, resolve } from '#engine';
import { fullFormats } from '#engine/json-schema/formats.ts';
import { createTestSituation } from '#widgets/testing/forms.ts';
import { compileTestForm, readShippedDocuments } from '../support/forms.ts';
import { createSampleDocuments } from '../support/sample-documents.ts';

/** Formats that every string satisfies. */
const judgingNothing = ['password', 'binary', 'int32', 'int64', 'float', 'double'];
const formats = Object.keys(fullFormats).filter((format) => !judgingNothing.includes(format));

const texts = Object.fromEntries(
  Object.entries(readShippedDocuments()).filter(([file]) => file.startsWith('texts/')),
);

describe('what is said of a text that lacks its format', () => {
  it.each(['en', 'de', 'fr', 'ar'])('says what to write, for each format: %s', (locale) => {
    const properties = Object.fromEntries(
      formats.map((format, index) => [`f${index}`, { type: 'string', format, title: 'Field' }]),
    );
    const inside = { type: 'object', title: 'Box', properties };
    const form = compileTestForm({
      ...createSampleDocuments({ type: 'object', properties: { ...properties, box: inside } }),
      ...texts,
    });
    const plan: Plan = resolve(form, { ...createTestSituation(form), locale });
    const reported = (field: string) => problemMessage(form, plan, { field, code: 'wrong-format' });
    const usual = reported('unknown');
    const messages = formats.map((_format, index) => reported(`f${index}`));
    expect(messages.filter((message) => message === usual.replace('unknown', 'Field'))).toEqual([]);
    expect(new Set(messages).size).toBe(formats.length - 1);
    expect(reported('box/f1')).toBe(reported('f1'));
  });

  it('says it on a page too, which has no schema of flat fields', () => {
    const properties = Object.fromEntries(
      formats.map((format, index) => [`f${index}`, { type: 'string', format, title: 'Field' }]),
    );
    const form = compileTestForm({ ...createSampleDocuments({ type: 'object', properties }), ...texts });
    const reported = (of: Form) => {
      const plan = resolve(of, createTestSituation(of));
      return Object.keys(properties).map((field) =>
        problemMessage(of, plan, { field, code: 'wrong-format' }),
      );
    };
    const types = form.types.map((type) => ({ ...type, schema: {}, uiSchema: {} }));
    expect(reported({ ...form, types })).toEqual(reported(form));
  });

  it('says nothing of a format where others are asked for at the same place', () => {
    const a = (format: string) => ({ properties: { a: { type: 'string', format, title: 'Field' } } });
    const properties = {
      both: { oneOf: [a('uri'), a('uuid')].map((one) => ({ type: 'object', ...one })), title: 'Both' },
      one: { oneOf: [a('uri'), a('uri')].map((one) => ({ type: 'object', ...one })), title: 'One' },
    };
    const form = compileTestForm({ ...createSampleDocuments({ type: 'object', properties }), ...texts });
    const plan = resolve(form, createTestSituation(form));
    const reported = (field: string) => problemMessage(form, plan, { field, code: 'wrong-format' });
    expect(reported('both/a')).toBe('Check how it is written: a');
    expect(reported('one/a')).toMatch(/^Enter a whole address/);
  });
});
