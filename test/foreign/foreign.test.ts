import { describe, expect, it } from 'vitest';
import { compile } from '#engine/compile/index.ts';
import { countElements, detectForeignSource } from '#engine/exchange/foreign/index.ts';
import { formatLine, importValue, readSamples, sampledSources } from './samples.ts';
import { listPointers } from './source-walk.ts';

/** The samples that cannot become a form, with a part of the reason. */
const refused: Readonly<Record<string, string>> = {
  'circle-alone': 'no question',
  'exponential-refs': 'more than 20000 schemas',
};

describe.each(sampledSources)('importForeign of %s', (source) => {
  const imported = readSamples(source).map((sample) => ({
    ...sample,
    result: importValue(sample.value, undefined, sample.name),
  }));

  it.each(imported)('detects $name', ({ value }) => {
    expect(detectForeignSource(value)?.name).toBe(source);
  });

  it.each(imported)('converts $name into documents that compile', ({ name, result }) => {
    if (!result.ok) {
      expect(result.reason).toContain(refused[name] ?? 'no reason');
      return;
    }
    const compilation = compile(result.documents);
    expect(compilation.ok || compilation.problems).toBe(true);
  });

  it.each(imported)('reports each element and each property of $name', ({ value, result }) => {
    const lines = new Map(result.lines.map((line) => [line.pointer, line]));
    const isLeftOut = (pointer: string) => lines.get(pointer)?.outcome === 'left-out';
    const missing = listPointers(source, value, isLeftOut).filter((pointer) => !lines.has(pointer));
    expect(missing).toEqual([]);
  });

  it.each(imported)('says in each line about $name what happened', ({ result }) => {
    for (const line of result.lines) {
      expect(formatLine(line)).not.toMatch(/undefined|\[object/);
      if (line.outcome === 'changed') expect(line.became).toBeTruthy();
      if (line.outcome === 'left-out') expect(line.reason).toBeTruthy();
    }
  });

  it('takes at least 85 % of the elements', () => {
    const counts = countElements(imported.flatMap(({ result }) => result.lines));
    const all = counts.taken + counts.changed + counts['left-out'];
    expect((counts.taken + counts.changed) / all).toBeGreaterThanOrEqual(0.85);
  });
});
