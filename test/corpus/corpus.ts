import { readdirSync, readFileSync } from 'node:fs';
import type { Json, JsonSchema } from '#engine';
import { rawDemonstration } from '../support/content.ts';
import { documents } from '../support/forms.ts';
import { documentsOfSamples, type Sample } from '../support/sample-documents.ts';

/** A form as somebody else might have written it, and what is to become of it: one file of `forms/`. */
export interface CorpusForm extends Sample {
  /** What it is a sample of. */
  readonly about: string;
  /** Where and why it is refused when compiled: JSON pointers into its schema with their codes. Nothing else is said of such a form. */
  readonly refused?: readonly (readonly [pointer: string, code: string])[];
  /** Words of the reason of each, in their order. */
  readonly mends?: readonly string[];
  /** The errors that `slipway check` finds, by code; none where it is absent. */
  readonly checks?: readonly string[];
  /** It cannot be filled in without scripts, and says so. */
  readonly needsScripts?: true;
  /** The names of the controls that it opens with, in no order. */
  readonly drawn: readonly string[];
  /** Those that are there as soon as scripts have taken the form over: what a condition brings which no answer meets. */
  readonly drawnLater?: readonly string[];
  readonly valid: readonly Answered[];
  readonly invalid: readonly Refused[];
}

/** Answers with which a form can be sent. */
export interface Answered {
  readonly answers: Readonly<Record<string, Json>>;
  /** What is stored, where that is not what was answered. */
  readonly stored?: Readonly<Record<string, Json>>;
  /** Which branches of an `anyOf` or `oneOf` a visitor has to choose, by the place of their value. */
  readonly chooses?: Readonly<Record<string, number>>;
  /** What only scripts can do is part of it, as entries whose names the visitor makes up. */
  readonly scripts?: 'only';
}

/** Answers with which it cannot: each problem is its place and its code. */
export interface Refused {
  readonly answers: Readonly<Record<string, Json>>;
  readonly problems: readonly string[];
}

const folder = new URL('forms/', import.meta.url);

/** Every form of the corpus, by the names of its files. */
export function corpus(): readonly CorpusForm[] {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const { schema, ...rest } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as CorpusForm;
      return { ...rest, key: file.replace('.json', ''), schema: schema as JsonSchema };
    });
}

/** Those of the corpus that are drawn. */
export function drawnForms(): readonly CorpusForm[] {
  return corpus().filter(({ refused }) => refused === undefined);
}

/** A server's documents with them alone, and content with two pages for each: one that offers it alone, and one that offers another beside it. */
export function corpusSite(forms: readonly CorpusForm[]) {
  const others = Object.keys(documents()).filter((file) => file.startsWith('forms/'));
  const raw = rawDemonstration();
  return {
    documents: {
      ...Object.fromEntries(others.map((file) => [file, undefined])),
      ...documentsOfSamples(forms),
    },
    content: {
      'enquiry-types.json': forms.map(({ key }, index) => ({ id: index + 1, name: key })),
      'offices.json': raw['offices.json'].map((office) => ({ ...office, services: [] })),
      'pages.json': [
        ...raw['pages.json'].slice(0, 1).map((page) => ({ ...page, enquiryTypes: [1] })),
        ...forms.flatMap(({ key }, index) =>
          [
            { path: corpusPath(key), enquiryTypes: [index + 1] },
            { path: pathBeside(key), enquiryTypes: [index + 1, ((index + 1) % forms.length) + 1] },
          ].map((page) => ({
            ...page,
            site: 101,
            title: key,
            placement: 'inline',
            contactForm: { thankYouHeading: 'It has arrived' },
          })),
        ),
      ],
    },
  };
}

/** The page of a form. */
export function corpusPath(key: string): string {
  return `/corpus/${key}`;
}

/** The page of a form that offers another form beside it. */
export function pathBeside(key: string): string {
  return `${corpusPath(key)}/beside`;
}
