import type { Documents, JsonSchema } from '#engine';
import { readFrozenDocuments } from './forms.ts';

/** An enquiry type of a test: its key, its schema and its UI schema, which is empty by default. */
export interface Sample {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly ui?: JsonSchema;
  /** The rules, which apply to this type only. */
  readonly rules?: readonly SampleRule[];
  /** Texts in English, by their keys. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** A rule without its description. */
interface SampleRule {
  readonly id: string;
  readonly when?: unknown;
  readonly then: unknown;
}

/**
 * Returns documents with one enquiry type, `sample` with the id 1, of a schema and a UI schema, with optional
 * rules.
 */
export function createSampleDocuments(
  schema: JsonSchema,
  ui: JsonSchema = {},
  more: Pick<Sample, 'rules' | 'texts'> = {},
): Documents {
  return createDocumentsOfSamples([{ key: 'sample', schema, ui, ...more }]);
}

/** Returns documents with an enquiry type for each sample; its id is its position, from 1. */
export function createDocumentsOfSamples(samples: readonly Sample[]): Documents {
  const all = readFrozenDocuments();
  const others = Object.keys(all).filter((file) => file.startsWith('forms/'));
  const names = samples.flatMap(({ schema }) => Object.keys((schema.properties as object | undefined) ?? {}));
  return readFrozenDocuments({
    ...Object.fromEntries(others.map((file) => [file, undefined])),
    'enquiry-types.json': {
      enquiryTypes: samples.map(({ key }, index) => ({ id: index + 1, key, folder: key })),
    },
    'rules.json': {
      rules: samples.flatMap(({ key, rules = [] }) =>
        rules.map((rule) => toTypeRule(rule, samples.length > 1 ? key : undefined)),
      ),
    },
    'texts/en.json': Object.assign({}, all['texts/en.json'], ...samples.map(({ texts }) => texts)),
    'scenarios.json': { scenarios: [] },
    'ui.json': {},
    'settings.json': { ...(all['settings.json'] as object), failureField: names[0] ?? 'name' },
    ...Object.fromEntries(
      samples.flatMap(({ key, schema, ui = {} }) => [
        [`forms/${key}/schema.json`, schema],
        [`forms/${key}/ui.json`, ui],
      ]),
    ),
  });
}

function toTypeRule({ id, when, then }: SampleRule, key: string | undefined) {
  const ofType = key === undefined ? [] : [{ '==': [{ var: 'type' }, key] }];
  const and = [...ofType, ...(when === undefined ? [] : [when])];
  return {
    id: key === undefined ? id : `${key}-${id}`,
    description: 'What the sample says.',
    ...(and.length > 0 && { when: and.length === 1 ? and[0] : { and } }),
    then,
  };
}
