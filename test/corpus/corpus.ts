import { readdirSync, readFileSync } from 'node:fs';
import type { Json, JsonSchema } from '#engine';
import { readRawDemoContent } from '../support/content.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { createDocumentsOfSamples, type Sample } from '../support/sample-documents.ts';

/** A form as somebody else might write it, with the expected results: one file of `forms/`. */
export interface CorpusForm extends Sample {
  /** The subject of the sample. */
  readonly about: string;
  /**
   * The expected errors of the compiler: JSON pointers into the schema with codes. Other expectations are
   * absent then.
   */
  readonly refused?: readonly (readonly [pointer: string, code: string])[];
  /** A part of the reason of each, in their order. */
  readonly mends?: readonly string[];
  /** The codes of the expected errors of `slipway check`; none if absent. */
  readonly checks?: readonly string[];
  /** True if it cannot be filled in without scripts, and says this. */
  readonly needsScripts?: true;
  /** The names of the initial controls, in any order. */
  readonly drawn: readonly string[];
  /** Controls that exist only after hydration, because a condition that no answer meets adds them. */
  readonly drawnLater?: readonly string[];
  readonly valid: readonly ValidAnswers[];
  readonly invalid: readonly InvalidAnswers[];
}

/** Answers that can be sent. */
export interface ValidAnswers {
  readonly answers: Readonly<Record<string, Json>>;
  /** The stored values, if they differ from the answers. */
  readonly stored?: Readonly<Record<string, Json>>;
  /** The branches of `anyOf` or `oneOf` to choose, by the pointer of their value. */
  readonly chooses?: Readonly<Record<string, number>>;
  /** Set if the answers need scripts, such as entries with names made up by the visitor. */
  readonly scripts?: 'only';
}

/** Answers that are refused. Each problem is a pointer with a code. */
export interface InvalidAnswers {
  readonly answers: Readonly<Record<string, Json>>;
  readonly problems: readonly string[];
}

const folder = new URL('forms/', import.meta.url);

/** Reads every form of the corpus, ordered by file name. */
export function readCorpus(): readonly CorpusForm[] {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const { schema, ...rest } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as CorpusForm;
      return { ...rest, key: file.replace('.json', ''), schema: schema as JsonSchema };
    });
}

/** Returns those without compiler errors. */
export function listDrawnForms(): readonly CorpusForm[] {
  return readCorpus().filter(({ refused }) => refused === undefined);
}

/**
 * Returns documents with only these forms, and content with two pages for each: one that offers it alone, and
 * one that offers a second form too.
 */
export function createCorpusSite(forms: readonly CorpusForm[]) {
  const others = Object.keys(readFrozenDocuments()).filter((file) => file.startsWith('forms/'));
  const raw = readRawDemoContent();
  return {
    documents: {
      ...Object.fromEntries(others.map((file) => [file, undefined])),
      ...createDocumentsOfSamples(forms),
    },
    content: {
      'enquiry-types.json': forms.map(({ key }, index) => ({ id: index + 1, name: key })),
      'offices.json': raw['offices.json'].map((office) => ({ ...office, services: [] })),
      'pages.json': [
        ...raw['pages.json'].slice(0, 1).map((page) => ({ ...page, enquiryTypes: [1] })),
        ...forms.flatMap(({ key }, index) =>
          [
            { path: getCorpusPath(key), enquiryTypes: [index + 1] },
            { path: getSharedPath(key), enquiryTypes: [index + 1, ((index + 1) % forms.length) + 1] },
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

export function getCorpusPath(key: string): string {
  return `/corpus/${key}`;
}

/** Returns the page of a form that offers a second form. */
export function getSharedPath(key: string): string {
  return `${getCorpusPath(key)}/beside`;
}
