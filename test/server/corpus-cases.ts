import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postNames } from '#engine';
import { reservedNames } from '#engine/model/names.ts';
import { type CorpusForm, createCorpusSite, getCorpusPath, type ValidAnswers } from '../corpus/corpus.ts';
import { enterWithoutScripts, selectEnterable } from '../corpus/enter-without-scripts.ts';
import { isItemMarker, parseControls, toFormEntries } from '../support/plain-form.ts';
import { type FormPage, fetchFormPage, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const ownNames: readonly string[] = [...reservedNames, ...Object.values(postNames)];

/** Returns the names of the form's own controls. */
function listControlNames(page: FormPage): readonly string[] {
  const names = parseControls(page).flatMap((control) =>
    control.kind === 'submit' || isItemMarker(control) ? [] : [control.name],
  );
  const own = names.filter((name) => !ownNames.includes(name) && !name.startsWith(`${postNames.branch} `));
  return [...new Set(own)].sort();
}

/**
 * Removes false values whose box posts nothing because it is not ticked.
 * @param posted The names of the posted entries.
 */
function removeUnticked(values: ValidAnswers['answers'], posted: ReadonlySet<string>): unknown {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) =>
        inner === false ? [] : [[key, inside(inner)] as const],
      ),
    );
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      if (value === false && !posted.has(key)) return [];
      return [[key, typeof value === 'object' ? inside(value) : value] as const];
    }),
  );
}

/**
 * Declares tests that open, post and refuse forms of the corpus without scripts, on a server with only these
 * forms.
 */
export function describeCorpus(all: readonly CorpusForm[]): void {
  describe('a form of the corpus, without scripts', () => {
    let server: RunningServer;
    beforeAll(async () => {
      server = await startServer({ ...createCorpusSite(all), env: { SLIPWAY_RATE_LIMIT: 'off' } });
    });
    afterAll(() => server.stop());

    /** Returns the stored enquiries of a form so far. */
    async function readArrived({ key }: CorpusForm) {
      const type = all.findIndex((one) => one.key === key) + 1;
      const records = (await server.enquiries()).filter(({ enquiryType }) => enquiryType === type);
      return records.map(({ values: { enquiry_type: _type, ...values } }) => values);
    }

    it.each(all)('opens with the controls that its schema has: $key', async (one) => {
      const page = await fetchFormPage(server.url, getCorpusPath(one.key));
      expect(page.status).toBe(200);
      const seen = page.html.replaceAll(/<script[\s\S]*?<\/script>/g, '');
      expect(seen.includes('This form needs JavaScript')).toBe(one.needsScripts === true);
      if (!one.needsScripts) expect(listControlNames(page)).toEqual([...one.drawn].sort());
      const selects = seen.match(/<select[\s\S]*?<\/select>/g) ?? [];
      expect(selects.join('')).not.toContain('></option>');
    });

    it.each(all.filter((one) => !one.needsScripts))(
      'is posted, and stored as it was answered: $key',
      async (one) => {
        const before = (await readArrived(one)).length;
        const valid = one.valid.filter(({ scripts }) => scripts === undefined);
        const stored: unknown[] = [];
        for (const answered of valid) {
          const controls = await enterWithoutScripts(server.url, getCorpusPath(one.key), {
            ...answered,
            answers: selectEnterable(answered),
          });
          expect({ answered, hasControls: controls !== undefined }).toEqual({ answered, hasControls: true });
          const entries = toFormEntries(controls ?? []);
          const sent = await postForm(server.url, getCorpusPath(one.key), entries);
          expect({ answered, status: sent.status }).toEqual({ answered, status: 303 });
          const posted = new Set(entries.map(([name]) => name));
          stored.push(removeUnticked(answered.stored ?? answered.answers, posted));
        }
        expect((await readArrived(one)).slice(before)).toEqual(stored);
      },
    );

    it.each(all.filter((one) => !one.needsScripts))(
      'is refused with what its schema refuses, and thanks for nothing: $key',
      async (one) => {
        for (const refused of one.invalid) {
          const controls = await enterWithoutScripts(server.url, getCorpusPath(one.key), refused);
          if (controls === undefined) continue;
          const sent = await postForm(server.url, getCorpusPath(one.key), toFormEntries(controls));
          if (sent.status === 422) continue;
          // Typed values are text, and a missing box cannot be ticked twice.
          expect(sent.status).toBe(303);
          expect((await readArrived(one)).at(-1)).not.toEqual(refused.answers);
        }
      },
    );
  });
}
