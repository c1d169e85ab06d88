import { describe, expect, it } from 'vitest';
import { compile } from '#engine/compile/index.ts';
import { isFormDocument } from '#engine/documents/index.ts';
import { importForeign } from '#engine/exchange/foreign/index.ts';
import { mutateForeign } from './mutate-foreign.ts';
import { formatLine, newFolder, readSamples, sampledSources } from './samples.ts';
import { listPointers } from './source-walk.ts';

/** The number of mutated samples of each source. */
const count = 60;

/** The sample that takes long by its nature. */
const slow = 'exponential-refs';

describe.each(sampledSources)('importForeign of mutated samples of %s', (source) => {
  const samples = readSamples(source).filter(({ name }) => name !== slow);

  it('never throws, writes what compiles, and has a line for each element', () => {
    for (let seed = 1; seed <= count; seed += 1) {
      const { value, changes, name } = mutateForeign(samples, seed);
      const result = importForeign({ value, from: source, name, target: newFolder });
      const tag = `${name}, seed ${seed}: ${changes.join(', ')}`;
      if (!result.ok) {
        expect(result.reason, tag).not.toMatch(/has errors|too much/);
        continue;
      }
      const compilation = compile(result.documents);
      expect(compilation.ok || compilation.problems, tag).toBe(true);
      expect(listMissingPointers(source, value, result.lines), tag).toEqual([]);
      for (const line of result.lines) expect(formatLine(line), tag).not.toMatch(/undefined|\[object/);
    }
  });
});

describe('compile of a form in one file', () => {
  const samples = readSamples('rjsf').map(({ value, ...sample }) => {
    const { schema, uiSchema } = value as { readonly schema: unknown; readonly uiSchema?: unknown };
    const rules = [{ id: 'a', description: 'A', then: { require: ['a'] } }];
    const settings = { fallbackLocale: 'en' };
    return { ...sample, value: { schema, ui: uiSchema ?? {}, rules, texts: { en: { a: 'A' } }, settings } };
  });

  it('never throws, and gives each problem a position in the file', () => {
    for (let seed = 1; seed <= 3 * count; seed += 1) {
      const { value, changes, name } = mutateForeign(samples, seed);
      if (!isFormDocument(value)) continue;
      const compiled = compile(value);
      for (const { file, reason } of compiled.ok ? [] : compiled.problems)
        expect([name, ...changes, file, reason]).toEqual([name, ...changes, 'form.json', expect.any(String)]);
    }
  });
});

/** Returns the pointers of elements that have no line, and that are in nothing that is left out. */
function listMissingPointers(
  source: string,
  value: unknown,
  list: readonly Parameters<typeof formatLine>[0][],
): readonly string[] {
  const lines = new Map(list.map((line) => [line.pointer, line]));
  const isLeftOut = (pointer: string): boolean =>
    lines.get(pointer)?.outcome === 'left-out' ||
    (pointer !== '' && isLeftOut(pointer.slice(0, pointer.lastIndexOf('/'))));
  return listPointers(source, value, isLeftOut).filter(
    (pointer) => !lines.has(pointer) && !isLeftOut(pointer),
  );
}
