import { describe, expect, it } from 'vitest';
import { createChecker } from '#engine/check/index.ts';
import { createDraftTarget, type ImportLine, importForeign } from '#engine/exchange/foreign/index.ts';
import { isLoss } from '#engine/exchange/foreign/report.ts';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { newFolder, readSamples, sampledSources } from './samples.ts';

/** Returns the errors of `slipway check`. */
function findErrors(documents: Readonly<Record<string, unknown>>) {
  const checker = createChecker({ schemasOf: (form) => compileFormChecks(form, new Map()) });
  return checker.check(documents).findings.filter(({ severity }) => severity === 'error');
}

describe.each(sampledSources)('importForeign of %s with all checks', (source) => {
  it.each(readSamples(source))('leaves no error in $name', ({ value, name }) => {
    const result = importForeign({ value, name, target: newFolder, findErrors });
    if (result.ok) expect(findErrors(result.documents)).toEqual([]);
    else expect(['circle-alone', 'exponential-refs']).toContain(name);
  });
});

describe.each(sampledSources)('importForeign of %s into a draft', (source) => {
  const draft = readFrozenDocuments();
  it.each(readSamples(source))('adds $name, and leaves no error', ({ value, name }) => {
    const result = importForeign({ value, name, target: createDraftTarget(draft), findErrors });
    if (result.ok) expect(findErrors(result.documents)).toEqual([]);
    else expect(['circle-alone', 'exponential-refs']).toContain(name);
  });
});

it('converts 5,000 components, each with its line', () => {
  const components = Array.from({ length: 5000 }, (_each, index) => ({
    type: index % 2 === 0 ? 'textfield' : 'number',
    key: `f${index}`,
    label: `Field ${index}`,
    ...(index % 10 === 9 && { conditional: { show: true, when: `f${index - 9}`, eq: 'x' } }),
  }));
  const result = importForeign({ value: { title: 'Large', components }, name: 'large', target: newFolder });
  expect(result.ok).toBe(true);
  const isElement = ({ property }: ImportLine) => property === undefined;
  expect(result.lines.filter(isElement)).toHaveLength(5001);
  expect(result.lines.filter(isLoss)).toEqual([]);
});
