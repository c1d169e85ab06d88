import { describe, expect, it } from 'vitest';
import { changeFrozenDocuments, checkDocuments, createShortDocuments } from '../../test/cli/checking.ts';
import { expectMistake, listCodesInFile } from '../../test/cli/finding-mistakes.ts';

describe('checkForm', () => {
  it('has nothing to say of our own forms', () => {
    expect(checkDocuments(changeFrozenDocuments({})).findings).toEqual([]);
  });

  it.each(listCodesInFile(/^rules\.json/))('tells %s, saying where and what to do', expectMistake);

  it.each([
    ['show', { show: ['phone'] }],
    ['require', { require: ['phone'] }],
  ] as const)('tells that what hides a field overrules what has the effect %s on it', (_effect, then) => {
    const rules = [
      { id: 'hides', description: 'Nobody is asked for a phone.', then: { hide: ['phone'] } },
      { id: 'planted', description: 'Somebody is.', then },
    ];
    const all = createShortDocuments({ 'rules.json': (doc) => void doc.rules.push(...rules) });
    const reported = checkDocuments(all).findings.filter(({ code }) =>
      /^rule-(?:overruled|never-matters)$/.test(code),
    );
    expect(reported.map(({ code, reason }) => `${code}: ${reason}`)).toEqual([
      'rule-overruled: the rule "planted" changes nothing where it applies, because "hides" overrides it; correct it, or remove it',
    ]);
  });

  it('tells of limits that the stricter one overrules the others', () => {
    const limit = (id: string, count: number) => ({
      id,
      description: `At most ${count} photos.`,
      then: { limit: { upload: { count } } },
    });
    const rules = [limit('three', 3), limit('one', 1), limit('two', 2)];
    const all = createShortDocuments({ 'rules.json': (doc) => void doc.rules.push(...rules) });
    const reported = checkDocuments(all).findings.filter(({ code }) => code === 'rule-overruled');
    expect(reported.map(({ reason }) => reason.split(';')[0])).toEqual([
      'the rule "ten-photos" changes nothing where it applies, because "one", "three", "two" override it',
      'the rule "three" changes nothing where it applies, because "one", "two" override it',
      'the rule "two" changes nothing where it applies, because "one" overrides it',
    ]);
  });
});
