import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOversizedDocuments, type oversized } from '../support/oversized.ts';
import { fetchFormPage, findControlText, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** Declares tests that render, validate and store forms far larger than usual. */
export function describeLargeForms(size: typeof oversized): void {
  const { fields: fieldCount, choices: choiceCount } = size;

  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ documents: createOversizedDocuments(size) });
  });
  afterAll(() => server.stop());

  const ann = { name: 'Ann Berry', phone: '+44 1202 555010', message: 'Hello' };
  const general = { ...ann, enquiry_type: '3', office_location: '1' };

  function extras(text: string): Readonly<Record<string, string>> {
    return Object.fromEntries(Array.from({ length: fieldCount }, (_, at) => [`extra_${at}`, `${text}${at}`]));
  }

  async function readStored(email: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    return (await server.enquiries()).find(({ values }) => values.email === email)?.values;
  }

  describe(`a form of ${fieldCount} fields`, () => {
    it('is drawn whole', async () => {
      const { html } = await fetchFormPage(server.url, '/contact');
      expect(html.match(/ name="extra_\d+"/g)).toHaveLength(fieldCount);
    });

    it('comes back with everything that was typed, and with what is wrong with each', async () => {
      const email = 'wrong@example.com';
      const answer = await postForm(
        server.url,
        '/contact',
        Object.entries({ ...general, email, ...extras('far too long ') }),
      );
      expect(answer.status).toBe(422);
      expect(findControlText(answer, 'extra_0')).toBe('far too long 0');
      expect(findControlText(answer, `extra_${fieldCount - 1}`)).toBe(`far too long ${fieldCount - 1}`);
      expect(answer.html.match(/ aria-invalid="true"/g)).toHaveLength(fieldCount);
      expect(await readStored(email)).toBeUndefined();
    });

    it('is judged and stored whole', async () => {
      const email = 'good@example.com';
      const answer = await postForm(
        server.url,
        '/contact',
        Object.entries({ ...general, email, ...extras('x') }),
      );
      expect(answer.status).toBe(303);
      expect(await readStored(email)).toMatchObject(extras('x'));
    });
  });

  describe(`a list of ${choiceCount}`, () => {
    it('is drawn, and takes its last as it takes any', async () => {
      const { html } = await fetchFormPage(server.url, '/careers');
      expect(html.match(/<option[^>]*>Choice \d+</g)).toHaveLength(choiceCount);
      const email = 'chosen@example.com';
      const last = `Choice ${choiceCount - 1}`;
      const entered = { ...ann, email, enquiry_type: '5', many: last };
      expect((await postForm(server.url, '/contact', Object.entries(entered))).status).toBe(303);
      expect(await readStored(email)).toMatchObject({ many: last });
    });

    it('refuses what it does not hold', async () => {
      const entered = { ...ann, email: 'none@example.com', enquiry_type: '5', many: 'Choice -1' };
      expect((await postForm(server.url, '/contact', Object.entries(entered))).status).toBe(422);
    });
  });
}
