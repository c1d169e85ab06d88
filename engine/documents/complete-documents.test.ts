import { describe, expect, it } from 'vitest';
import { readFrozenDocuments, readShippedDocuments } from '../../test/support/forms.ts';
import { compile } from '../compile/index.ts';
import { problemCodes } from '../model/types.ts';
import { builtInKeys } from './built-in-texts.ts';
import { completeDocuments } from './complete-documents.ts';

const schema = { type: 'object', properties: { name: { type: 'string', title: 'Name' } } };

describe('documents that are absent', () => {
  it('have defaults, so that a folder with one form is a form', () => {
    expect(compile({ 'forms/visit/schema.json': schema })).toMatchObject({
      ok: true,
      form: { types: [{ id: 1, key: 'visit', names: { en: 'visit' }, isOnly: true }] },
    });
  });

  it('are told of where two forms could have either id', () => {
    const compiled = compile({ 'forms/visit/schema.json': schema, 'forms/job/schema.json': schema });
    expect(compiled).toMatchObject({
      ok: false,
      problems: [{ file: 'enquiry-types.json', code: 'missing-document' }],
    });
  });

  it('leave the others as they are', () => {
    const all = readFrozenDocuments();
    expect(completeDocuments(all)).toEqual(all);
    const once = completeDocuments({ 'forms/visit/schema.json': schema });
    expect(completeDocuments(once)).toEqual(once);
  });

  it('are the meta schemas of this release', () => {
    const all = readShippedDocuments();
    const names = Object.keys(all).filter((file) => file.startsWith('meta/'));
    const built = completeDocuments({});
    for (const name of names.filter((file) => file !== 'meta/form-document.schema.json'))
      expect(built[name], name).toEqual(all[name]);
  });
});

describe('settings that are absent', () => {
  it('have defaults one by one', () => {
    const compiled = compile({
      'forms/visit/schema.json': schema,
      'settings.json': { success: { scrollOffsetPx: 0 }, fallbackLocale: 'de' },
    });
    expect(compiled).toMatchObject({
      ok: true,
      form: {
        settings: {
          fallbackLocale: 'de',
          success: { scrollDelayMs: 50, scrollOffsetPx: 0 },
          summaryAbove: 2,
        },
        texts: { de: { close: 'Schließen' } },
      },
    });
  });

  it.each([
    ['a week', {}, { days: 7 }],
    ['the days that they name', { sendLater: { days: 30 } }, { days: 30 }],
    ['not at all', { sendLater: false }, undefined],
  ])('let an enquiry without a connection wait for %s', (_, settings, sendLater) => {
    const compiled = compile({ 'forms/visit/schema.json': schema, 'settings.json': settings });
    expect(compiled.ok && compiled.form.settings.sendLater).toEqual(sendLater);
  });

  it.each([[true], [{}], [{ days: 0 }], [{ days: 31 }], [{ days: 1.5 }]])(
    'do not let it wait for %j',
    (sendLater) => {
      const compiled = compile({ 'forms/visit/schema.json': schema, 'settings.json': { sendLater } });
      expect(compiled).toMatchObject({ ok: false, problems: [{ file: 'settings.json' }] });
    },
  );
});

describe('built-in texts', () => {
  it('explain every problem that an answer can have', () => {
    expect(problemCodes.filter((code) => !builtInKeys.includes(`problems.${code}`))).toEqual([]);
  });
});
