import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { operationsOf, sdlOf } from '#engine/exchange/sdl.ts';
import { bundledSchema, typeSchema } from '../../src/cli/types/bundle-schema.ts';
import { compileTestForm } from '../support/forms.ts';
import { createCorpusDocuments, readRefusedValues } from './corpus.ts';
import { copyForms, runSlipway } from './run-cli.ts';

describe('slipway graphql', () => {
  const form = compileTestForm(createCorpusDocuments());

  it('prints operations that fit its schema, which is that of our own back end', () => {
    expect(validate(buildSchema(sdlOf(form)), parse(operationsOf(form)))).toEqual([]);
  });
});

describe('slipway jsonschema', () => {
  const form = compileTestForm(createCorpusDocuments());
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const fits = ajv.compile(bundledSchema(form));

  it('takes the example of every type with its id, and of no other type', () => {
    for (const { key, id, schema } of form.types) {
      for (const example of schema.examples as readonly object[]) {
        expect(fits({ enquiry_type: id, ...example }), key).toBe(true);
        expect(fits({ enquiry_type: 99_999, ...example }), key).toBe(false);
        expect(fits(example), key).toBe(false);
      }
    }
  });

  it('refuses what the types refuse, draft-07 and references included', () => {
    for (const { key, id } of form.types) {
      for (const refused of readRefusedValues()[key] ?? [])
        expect(fits({ enquiry_type: id, ...refused }), key).toBe(false);
    }
  });

  it('gives each type by itself as well', () => {
    for (const type of form.types) {
      const { $schema: draft, ...schema } = typeSchema(type);
      if (/draft-07/.test(String(draft))) continue;
      const alone = ajv.compile(schema);
      for (const example of schema.examples as readonly object[]) expect(alone(example), type.key).toBe(true);
    }
  });

  it('keeps fields that are named like keywords', () => {
    const documents = createCorpusDocuments({
      'forms/sales/schema.json': {
        type: 'object',
        properties: {
          items: { type: 'string' },
          dependencies: { type: 'string' },
          enum: { type: 'integer' },
        },
        examples: [{ items: 'two sails', dependencies: 'none', enum: 3 }],
      },
      'forms/sales/ui.json': {},
    });
    const bundle = bundledSchema(compileTestForm(documents)) as {
      readonly $defs: Record<string, { readonly properties: object }>;
    };
    expect(Object.keys(bundle.$defs.sales?.properties ?? {})).toEqual([
      'enquiry_type',
      'items',
      'dependencies',
      'enum',
    ]);
  });
});

describe('slipway explain', () => {
  it('names the rules that decided each part', async () => {
    const { code, out } = await runSlipway(
      ['explain', '--site', '119', '--type', 'service', '--selected-office', 'cowes'],
      { cwd: await copyForms() },
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^left out +careers \[site-119\], valuation \[site-119\]$/m);
    expect(out).toMatch(/^offered offices +.*\[service-offices\]$/m);
    expect(out).toMatch(
      /^ {2}office_location “Office”: shown, required \[office-required\], office-select$/m,
    );
    expect(out).toMatch(/^ {6}preset: "c-6" \[preselected-office\]$/m);
    expect(out).toMatch(/^ {6}limits: count 1, .* \[one-photo, photos\]$/m);
    expect(out).toMatch(/^ {2}message: required$/m);
  });

  it('tells why a type that was asked for cannot be chosen', async () => {
    const excluded = await runSlipway(['explain', '--site', '119', '--type', 'valuation'], {
      cwd: await copyForms(),
    });
    expect(excluded.out).toMatch(/^ +valuation cannot be chosen here \[site-119\]$/m);
    const inModal = await runSlipway(['explain', '--placement', 'modal', '--type', 'service'], {
      cwd: await copyForms(),
    });
    expect(inModal.out).toMatch(/^ +service cannot be chosen here \[modal\]$/m);
    const chosen = await runSlipway(['explain', '--type', 'service'], { cwd: await copyForms() });
    expect(chosen.out).not.toContain('cannot be chosen');
  });

  it('says that what the example fills in can be sent', async () => {
    const { out } = await runSlipway(['explain', '--type', 'service', '--filled-in', '--office', 'hamble'], {
      cwd: await copyForms(),
    });
    expect(out).toContain('This could be sent.');
  });

  it('takes what was entered as JSON, else as text, over a scenario', async () => {
    const words = [
      'explain',
      '--scenario',
      'valuation',
      '--entered',
      'condition_of_boat=7',
      '--entered',
      'year=2015',
      '--type',
      'valuation',
      '--json',
    ];
    const { out } = await runSlipway(words, { cwd: await copyForms() });
    expect(JSON.parse(out)).toMatchObject({ on: { entered: { condition_of_boat: 7, year: 2015 } } });
  });
});
