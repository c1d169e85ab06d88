import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../../../test/support/forms.ts';
import { compileFiles, findHiddenReason, findOpeningFile } from './compile-files.ts';

describe('findOpeningFile', () => {
  it('returns the form in one file, else the schema of the first type, else any file', () => {
    const enquiryTypes = [
      { id: 2, key: 'visit', folder: 'visit' },
      { id: 1, key: 'job', folder: 'job' },
    ];
    const schemas = { 'forms/job/schema.json': '{}', 'forms/visit/schema.json': '{}' };
    const texts = { 'enquiry-types.json': JSON.stringify({ enquiryTypes }), ...schemas };
    expect(findOpeningFile({ texts })).toBe('forms/visit/schema.json');
    expect(findOpeningFile({ texts: { 'fields.json': '{}', ...schemas } })).toBe('forms/job/schema.json');
    expect(findOpeningFile({ texts: { ...texts, 'enquiry-types.json': '{' } })).toBe('forms/job/schema.json');
    expect(findOpeningFile({ texts: { 'rules.json': '{}' } })).toBe('rules.json');
    expect(findOpeningFile({ texts: {} })).toBe('');
    expect(findOpeningFile({ form: 'club.json', texts: { 'club.json': '{}' } })).toBe('club.json');
  });
});

describe('findHiddenReason', () => {
  it('names the rule that hides a form without offices, and nothing of a form that is shown', () => {
    expect(findHiddenReason(compileTestForm(), '2030-01-01')).toBe('by rule no-section');
    const text = '{"schema":{"type":"object","properties":{"name":{"type":"string","title":"Name"}}}}';
    const { form } = compileFiles({ form: 'form.json', texts: { 'form.json': text } });
    expect(form && findHiddenReason(form, '2030-01-01')).toBeUndefined();
  });
});
