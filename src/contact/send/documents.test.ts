import { buildSchema, print, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { WireField } from '#engine';
import { futureEventTitlesDocument, sendContactUsDocument } from './documents.ts';

const fields: readonly WireField[] = [
  { name: 'enquiry_type', kind: 'integer', empty: null },
  { name: 'upload', kind: 'json', empty: [] },
  { name: 'name', kind: 'string', empty: null },
  { name: 'office_location', kind: 'id', empty: null },
  { name: 'accept_term', kind: 'boolean', empty: false },
  { name: 'extras', kind: 'json', empty: null },
];

/** As another back end might have it: what is nullable here and what is not differs from ours. */
const schema = buildSchema(`
  scalar JSON
  type Query { getFutureEventTitles(domain: String!): [String!]! }
  type Mutation {
    sendContactUs(
      domain: String!, submission_url: String!, upload: [String!]!, enquiry_type: Int!, name: String,
      office_location: ID, accept_term: Boolean, extras: JSON, more: String
    ): Sent!
  }
  type Sent { success: Boolean! }
`);

describe('sendContactUsDocument', () => {
  it('takes flat arguments named like its variables and asks for success alone', () => {
    expect(print(sendContactUsDocument(fields.slice(0, 3)))).toBe(
      [
        'mutation sendContactUs($domain: String!, $submission_url: String!, $enquiry_type: Int!, $upload: [String!]!, $name: String) {',
        '  sendContactUs(',
        '    domain: $domain',
        '    submission_url: $submission_url',
        '    enquiry_type: $enquiry_type',
        '    upload: $upload',
        '    name: $name',
        '  ) {',
        '    success',
        '  }',
        '}',
      ].join('\n'),
    );
  });

  it('is valid against a back end that implements the operation', () => {
    expect(validate(schema, sendContactUsDocument(fields))).toEqual([]);
  });
});

describe('futureEventTitlesDocument', () => {
  it('asks for the titles of a domain', () => {
    expect(print(futureEventTitlesDocument)).toBe(
      'query getFutureEventTitles($domain: String!) {\n  getFutureEventTitles(domain: $domain)\n}',
    );
    expect(validate(schema, futureEventTitlesDocument)).toEqual([]);
  });
});
