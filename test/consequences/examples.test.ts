import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readScenarioDocument } from '#engine/check/index.ts';
import { toScenarioSituation } from '#engine/check/scenarios/index.ts';
import {
  type Consequence,
  compareVersionsInSituation,
  findConsequences,
  type Version,
} from '#engine/compare/index.ts';
import { compileDocumentsVersion } from './complaints.ts';
import { createVersionDocuments, randomChange } from './random-changes.ts';

/** Returns the consequences of both versions in the situation of an example. */
function besideEachOther(
  { before, after }: { readonly before: Version; readonly after: Version },
  { on, offices }: NonNullable<Consequence['example']>,
): readonly Consequence[] {
  const [one, other] = [before, after].map(({ form, documents }) => {
    const { document } = readScenarioDocument(form, documents);
    return toScenarioSituation(form, { ...document, offices: { ...document.offices, ...offices } }, on);
  });
  if (one === undefined || other === undefined) throw new Error('Both versions have a situation');
  return compareVersionsInSituation({ before, after, situations: { before: one, after: other } });
}

/** Single situations also list which offices and choices of the content come or go. */
const nameOf = ({ kind, types = [], field, about }: Consequence) => {
  const plain = /^(offices|choices)-(?:lost|gained|removed|added)$/.exec(kind)?.[1] ?? kind;
  return JSON.stringify(kind.startsWith('type-') ? [kind, types] : [plain, field, about]);
};

it('the example of each consequence shows it, both versions beside each other', () => {
  fc.assert(
    fc.property(randomChange, (change) => {
      const [before, after] = [change.before, change.after].map((made) =>
        compileDocumentsVersion(createVersionDocuments(made)),
      );
      fc.pre(before !== undefined && after !== undefined);
      for (const consequence of findConsequences({ before, after })) {
        const { example, kind } = consequence;
        if (example === undefined || kind === 'not-compared') continue;
        const shown = besideEachOther({ before, after }, example).map(nameOf);
        expect(shown, JSON.stringify(consequence)).toContain(nameOf(consequence));
      }
    }),
    { numRuns: 12 },
  );
});
