import { describe, expect, it } from 'vitest';
import { applyDocumentPatches } from '../../../test/support/edits.ts';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';
import { compile } from '../../compile/index.ts';
import {
  acceptsOtherChoice,
  createOutline,
  listSchemaChoices,
  setAcceptsOther,
  setChoices,
} from '../index.ts';

const rig = { type: 'string', title: 'Rig', enum: ['sloop', 'ketch'] };
const rigs = { type: 'array', title: 'Rigs', uniqueItems: true, items: { type: 'string', enum: ['sloop'] } };

describe('setAcceptsOther', () => {
  it.each([
    ['a choice', rig, 'choice'],
    ['a list of choices', rigs, 'choices'],
  ])('lets a text be answered in place of %s, and back', (_case, schema, kind) => {
    const before = createSampleDocuments({ type: 'object', properties: { it: schema } });
    const place = { type: 'sample', field: 'it' };
    const labels = (documents: typeof before) =>
      listSchemaChoices(documents, place).map(({ value }) => value);
    const open = applyDocumentPatches(before, setAcceptsOther(before, place, true));
    expect(compile(open)).toMatchObject({ ok: true });
    expect(acceptsOtherChoice(open, place)).toBe(true);
    expect(labels(open)).toEqual(labels(before));
    expect(createOutline(open)[0]?.fields[0]?.kind).toBe(kind);
    const longer = applyDocumentPatches(open, setChoices(open, place, [...labels(open).map(String), 'Yawl']));
    expect(compile(longer)).toMatchObject({ ok: true });
    expect(labels(longer)).toEqual([...labels(before), 'yawl']);
    const closed = applyDocumentPatches(open, setAcceptsOther(open, place, false));
    expect(closed['forms/sample/schema.json']).toEqual(before['forms/sample/schema.json']);
    expect(compile(closed)).toMatchObject({ ok: true });
  });

  it('leaves choices that are numbers as they are', () => {
    const documents = createSampleDocuments({
      type: 'object',
      properties: { it: { type: 'integer', title: 'It', enum: [1, 2] } },
    });
    expect(setAcceptsOther(documents, { type: 'sample', field: 'it' }, true)).toEqual([]);
  });
});
