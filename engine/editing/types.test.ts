import { describe, expect, it } from 'vitest';
import { applyDocumentPatches, expectForm, listTypeFields } from '../../test/support/edits.ts';
import { readShippedDocuments } from '../../test/support/forms.ts';
import { compileFormChecks, type ValidatorModuleCache } from '../../widgets/validators/form-checks.ts';
import { createChecker } from '../check/index.ts';
import type { Documents } from '../model/types.ts';
import {
  addType,
  copyType,
  createOutline,
  getTypeNames,
  moveType,
  setRetired,
  setTypeName,
} from './index.ts';

const shipped = readShippedDocuments();

const known: ValidatorModuleCache = new Map();
const checker = createChecker({ schemasOf: (form) => compileFormChecks(form, known) });
const checked = (documents: Documents) => checker.check(documents);

describe('what an edit of types makes', () => {
  it('compiles: a new type, with the fields that all have', () => {
    const { key, patches } = addType(shipped, 'Yacht charter');
    const documents = applyDocumentPatches(shipped, patches);
    expectForm(documents);
    expect(key).toBe('yacht-charter');
    expect(
      createOutline(documents)
        .find((type) => type.key === key)
        ?.fields.map(({ name }) => name),
    ).toEqual(['office_location', 'name', 'email', 'phone']);
  });

  it.each(['general', 'careers', 'sales', 'service', 'valuation', 'event'])(
    'brings all that %s has to a copy, and nothing that is found wrong',
    (from) => {
      const { key, patches } = copyType(shipped, from, 'Another one');
      const documents = applyDocumentPatches(shipped, patches);
      expectForm(documents);
      expect(listTypeFields(documents, key).map(({ name, label }) => [name, label])).toEqual(
        listTypeFields(shipped, from).map(({ name, label }) => [name, label]),
      );
      const { findings } = checked(documents);
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  it('retires a type with one finding, and takes it up again to the byte', () => {
    for (const type of ['careers', 'sales', 'service', 'valuation', 'event']) {
      const retired = applyDocumentPatches(shipped, setRetired(shipped, type, true));
      const { findings } = checked(retired);
      expect(
        findings.map(({ code }) => code),
        type,
      ).toEqual(['retired-type']);
      expect(JSON.stringify(applyDocumentPatches(retired, setRetired(retired, type, false)))).toBe(
        JSON.stringify(shipped),
      );
    }
  });

  it('names types in every language, and orders them', () => {
    let documents = applyDocumentPatches(shipped, addType(shipped, 'Charter').patches);
    documents = applyDocumentPatches(
      documents,
      setTypeName(documents, 'charter', { locale: 'de', name: 'Vercharterung' }),
    );
    documents = applyDocumentPatches(
      documents,
      setTypeName(documents, 'charter', { locale: 'en', name: 'Yacht charter' }),
    );
    documents = applyDocumentPatches(documents, moveType(documents, 'charter', 0));
    expect(createOutline(documents)[0]).toMatchObject({ key: 'charter', title: 'Yacht charter' });
    expect(getTypeNames(documents, 'charter')).toEqual({ en: 'Yacht charter', de: 'Vercharterung' });
    expectForm(documents);
  });
});
