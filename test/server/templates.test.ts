import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbedData } from '../../src/site/embed/embed-data.ts';
import { readShippedDocuments } from '../support/forms.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { addEveryTemplate, studioTemplates } from '../support/templates.ts';

const shipped = readShippedDocuments();
const { documents, keys } = addEveryTemplate(shipped);

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ documents, env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

/** Returns the type of a JSON value as an argument of the mutation. */
function toGraphqlType(value: unknown): string {
  if (Array.isArray(value)) return 'JSON';
  return typeof value === 'boolean' ? 'Boolean' : typeof value === 'number' ? 'Int' : 'String';
}

/** Returns the keys of the texts that the templates have added in a language, sorted. */
function listAddedTexts(locale: string): readonly string[] {
  const file = `texts/${locale}.json`;
  return Object.keys(Object(documents[file]))
    .filter((key) => !(key in Object(shipped[file])))
    .toSorted();
}

describe.each(['en', 'de', 'fr', 'ar'])('templates in %s', (locale) => {
  it('have every text in the language, and can be sent', async () => {
    expect(listAddedTexts(locale)).toEqual(listAddedTexts('en'));
    const { form } = (await (
      await fetch(`${server.url}/embed/v1?site=101&locale=${locale}`)
    ).json()) as EmbedData;
    const offered = form.section.enquiryTypes.flatMap((type) => Object.values(type.names ?? {}));
    for (const [, { names }] of studioTemplates) expect(offered).toContain(names[locale]);
    for (const key of keys) {
      const [example] = Object(documents[`forms/${key}/schema.json`]).examples as [Record<string, unknown>];
      const { id } = Object(documents['enquiry-types.json']).enquiryTypes.find(
        (type: { readonly key: string }) => type.key === key,
      );
      const types = Object.fromEntries(
        Object.entries(example).map(([name, value]) => [name, toGraphqlType(value)]),
      );
      const sent = await postEnquiry(
        server.url,
        {
          domain: 'www.trevarrow.example',
          submission_url: 'https://elsewhere.example/',
          upload: [],
          enquiry_type: id,
          ...example,
        },
        { headers: { 'accept-language': locale }, types },
      );
      expect(sent.body.errors, key).toBeUndefined();
    }
  });
});
