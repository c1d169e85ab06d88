import { describe, expect, it } from 'vitest';
import { createScratchFolder, runSlipway } from '../../test/cli/run-cli.ts';
import { applyDocumentPatches } from '../../test/support/edits.ts';
import { readShippedDocuments, writeDocuments } from '../../test/support/forms.ts';
import { addEveryTemplate, studioTemplates } from '../../test/support/templates.ts';
import type { Documents } from '../model/types.ts';
import { addTemplate, type FormTemplate, listRules } from './index.ts';

const shipped = readShippedDocuments();
const charter = studioTemplates.get('charter') as FormTemplate;
const add = (documents: Documents, title = 'Charter') => {
  const { key, patches } = addTemplate(documents, charter, title);
  return { key, documents: applyDocumentPatches(documents, patches) };
};
const getProperties = (documents: Documents, key: string) =>
  Object(documents[`forms/${key}/schema.json`]).properties as Readonly<Record<string, object>>;
const getNames = (documents: Documents, key: string) =>
  Object(documents['enquiry-types.json']).enquiryTypes.find((type: { key: string }) => type.key === key)
    .names;

describe('addTemplate', () => {
  it('adds each template to other forms so that check finds nothing, and its scenarios pass', async () => {
    const folder = createScratchFolder();
    const { documents, keys } = addEveryTemplate(shipped);
    writeDocuments(folder, documents);
    expect(keys).toHaveLength(6);
    expect(await runSlipway(['check', '--strict', '--schemas', folder])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^nothing to fix\.\n.*\n.*\(100 %\)\.\n$/),
    });
    expect(await runSlipway(['test', '--schemas', folder])).toMatchObject({ code: 0 });
  });

  it('shares the fields that other forms have, so that they have one column, and no others', () => {
    const { key, documents } = add(shipped);
    expect(key).toBe('charter');
    expect(getProperties(documents, key).email).toEqual({ $ref: '../../fields.json#/$defs/email' });
    expect(getProperties(documents, key).region).toEqual({
      type: 'string',
      enum: ['west', 'islands', 'south'],
    });
    // What the template decides stays: its phone may be empty.
    expect(Object(documents['forms/charter/schema.json']).required).not.toContain('phone');
    const texts = Object(documents['texts/de.json']);
    expect(texts['fields.region.label']).toBe('Wo möchten Sie segeln?');
    expect(texts['fields.email.label']).toBe(Object(shipped['texts/de.json'])['fields.email.label']);
    expect(texts['forms.charter.thank-you.heading']).toBe('Vielen Dank. Wir suchen ein Boot für Sie.');
    expect(getNames(documents, key)).toEqual({
      en: 'Charter',
      de: 'Charter',
      fr: 'Location',
      ar: 'تأجير يخت',
    });
  });

  it('renames a field whose name another form has for something else, in rules, examples and scenarios', () => {
    const file = 'forms/general/schema.json';
    const general = Object(shipped[file]);
    const taken = {
      ...shipped,
      [file]: { ...general, properties: { ...general.properties, skipper: { type: 'boolean' } } },
    } as Documents;
    const { key, documents } = add(taken, 'Summer charter');
    expect(key).toBe('summer-charter');
    expect(Object.keys(getProperties(documents, key))).toContain('skipper_2');
    expect(listRules(documents).find(({ id }) => id === 'summer-charter-own-skipper')).toMatchObject({
      when: { and: [{ '==': [{ var: 'type' }, key] }, { '==': [{ var: 'values.skipper_2' }, 'own'] }] },
    });
    expect(Object(documents[`forms/${key}/schema.json`]).examples[0]).toMatchObject({ skipper_2: 'own' });
    // Nobody has translated a name of one's own.
    expect(getNames(documents, key)).toEqual({ en: 'Summer charter' });
  });

  it('adds the same template twice under other ids, with shared fields', () => {
    const twice = add(add(shipped).documents);
    expect(twice.key).toBe('charter-2');
    expect(getProperties(twice.documents, 'charter-2').region).toEqual(
      getProperties(twice.documents, 'charter').region,
    );
    const ids = listRules(twice.documents).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
