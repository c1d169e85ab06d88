import { describe, expect, it } from 'vitest';
import { listFindings } from '../../../test/cli/checking.ts';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';
import { compile } from '../index.ts';
import { findIgnoredOptions } from './ignored-options.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name' },
    box: { type: 'object', title: 'Box', properties: { inner: { type: 'string', title: 'Inner' } } },
  },
};

describe('options that only RJSF knows', () => {
  const ui = {
    'ui:submitButtonOptions': { norender: true },
    'ui:globalOptions': { copyable: true },
    name: { 'ui:autofocus': true, 'ui:classNames': 'wide', 'ui:options': { inline: true, label: false } },
    box: { inner: { 'ui:emptyValue': '', 'ui:hideError': true, 'ui:style': { color: 'red' } } },
  };
  const places = [
    '/ui:submitButtonOptions',
    '/ui:globalOptions',
    '/name/ui:autofocus',
    '/name/ui:classNames',
    '/name/ui:options/inline',
    '/name/ui:options/label',
    '/box/inner/ui:emptyValue',
    '/box/inner/ui:hideError',
    '/box/inner/ui:style',
  ];

  it('compile, and are told as warnings', () => {
    const documents = createSampleDocuments(schema, ui);
    expect(compile(documents)).toMatchObject({ ok: true });
    const found = listFindings(documents).filter(({ code }) => code === 'ignored-option');
    expect(found.map(({ pointer, severity }) => [pointer, severity]).sort()).toEqual(
      places.map((place) => [place, 'warning']).sort(),
    );
  });

  it('leave the form as it is without them', () => {
    const hashes = [ui, { name: { 'ui:options': {} }, box: { inner: {} } }].map((each) => {
      const compiled = compile(createSampleDocuments(schema, each));
      return compiled.ok ? compiled.form.hash : undefined;
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('are left to a widget of the program, and unknown ones are refused still', () => {
    expect(findIgnoredOptions({ name: { 'ui:widget': 'Stars', 'ui:options': { inline: true } } })).toEqual(
      [],
    );
    const slip = compile(createSampleDocuments(schema, { name: { 'ui:autofucus': true } }));
    expect(slip.ok).toBe(false);
  });
});
