import { describe, expect, it } from 'vitest';
import { type CheckedDocument, changeFrozenDocuments, listFindings } from './checking.ts';
import { mistakes } from './mistakes.ts';

/** Enough scenarios for every mistake here, and quick. */
function withFewScenarios(changes: (typeof mistakes)[number]['changes']) {
  const shorten = (doc: CheckedDocument) => {
    doc.scenarios.length = 5;
  };
  const inScenarios = (doc: CheckedDocument) => {
    shorten(doc);
    changes['scenarios.json']?.(doc);
  };
  return changeFrozenDocuments({ ...changes, 'scenarios.json': inScenarios });
}

describe('slipway check of slips that people make', () => {
  it.each(mistakes.map((slip) => [slip.what, slip] as const))(
    'tells %s, where it is and what to do',
    (_what, slip) => {
      const { changes, at, ends = '', says } = slip;
      const reported = listFindings(withFewScenarios(changes)).filter(({ severity }) => severity !== 'note');
      const places = reported
        .filter(({ reason }) => says.test(reason))
        .map(({ file, pointer }) => `${file}#${pointer}`);
      expect(reported.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(says));
      expect(places.some((place) => place.startsWith(at) && place.includes(ends))).toBe(true);
    },
  );
});
