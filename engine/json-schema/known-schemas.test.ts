import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getDraftMetaSchema, readFrozenDocuments, readMetaSchemas } from '../../test/support/forms.ts';
import type { JsonSchema } from '../model/types.ts';
import { createAjv, type SchemaDraft } from './ajv.ts';
import { findPrecompiledCheck } from './known-schemas.ts';

const drafts: readonly SchemaDraft[] = ['draft-07', '2019-09', '2020-12'];

const metas = readMetaSchemas();

/** Our documents, each with the schema that describes it and the verdict of Ajv by itself. */
const described = Object.entries(readFrozenDocuments()).flatMap(([file, document]) => {
  const known = metas[metaNameOf(file)];
  if (known === undefined) return [];
  const check = createAjv('2020-12', { validateFormats: false }).compile(known);
  return [{ file, document, isQuick: quick(known), isRight: (value: unknown) => check(value) === true }];
});

/** The schemas of our forms, likewise. */
const forms = Object.entries(readFrozenDocuments()).flatMap(([file, document]) =>
  /^forms\/.*schema\.json$/.test(file)
    ? [{ file, document, isQuick: quick(getDraftMetaSchema('2020-12')), isRight: isSchema }]
    : [],
);

describe('findPrecompiledCheck', () => {
  it('has every meta schema and every draft as they are (else: npm run meta)', () => {
    const all = [...Object.values(metas), ...drafts.map(getDraftMetaSchema)];
    expect(all.filter((schema) => findPrecompiledCheck(structuredClone(schema)) === undefined)).toEqual([]);
  });

  it('knows nothing of a schema that was changed', () => {
    for (const schema of Object.values(metas))
      expect(findPrecompiledCheck({ ...schema, maxProperties: 0 })).toBeUndefined();
  });

  it('says yes to every document of ours', () => {
    const all = [...described, ...forms];
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(({ document, isQuick }) => !isQuick(document)).map(({ file }) => file)).toEqual([]);
  });

  it('says yes to nothing that Ajv refuses, whatever is changed in a document', () => {
    const verdicts = { yes: 0, no: 0 };
    const change = fc.tuple(
      fc.constantFrom(...described, ...forms),
      fc.array(fc.nat(), { maxLength: 8 }),
      odd,
    );
    fc.assert(
      fc.property(change, ([{ document, isQuick, isRight }, path, value]) => {
        const changed = replaced(document, path, value);
        const verdict = isQuick(changed);
        verdicts[verdict ? 'yes' : 'no'] += 1;
        if (verdict) expect(isRight(changed)).toBe(true);
      }),
    );
    expect(Math.min(verdicts.yes, verdicts.no)).toBeGreaterThan(10);
  });
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    '',
    ' ',
    'name',
    'type',
    '^[a-z',
    [],
    ['a', 'a'],
    {},
    undefined,
  ),
  fc.constantFrom<unknown>({ type: 'string' }, { var: 'type' }, { $ref: '#/x y' }, { label: 'Label' }),
);

/** A document in which what stands at a place, counted along the way, is something else; `undefined` takes it away. */
function replaced(document: unknown, [step, ...rest]: readonly number[], value: unknown): unknown {
  if (typeof document !== 'object' || document === null || step === undefined) return value;
  const keys = Object.keys(document);
  const key = keys[step % keys.length];
  if (key === undefined) return value;
  const copy = structuredClone(document);
  Reflect.set(copy, key, replaced(Reflect.get(document, key), rest, value));
  return copy;
}

function quick(schema: JsonSchema): (value: unknown) => boolean {
  return (value) => findPrecompiledCheck(schema)?.(value) === true;
}

const draft = new Ajv2020({ strict: false, logger: false });

function isSchema(value: unknown): boolean {
  return draft.validate('https://json-schema.org/draft/2020-12/schema', value) === true;
}

function metaNameOf(file: string): string {
  if (file.startsWith('texts/')) return 'texts.schema.json';
  if (file.endsWith('ui.json')) return 'ui.schema.json';
  return file.replace(/\.json$/, '.schema.json');
}
