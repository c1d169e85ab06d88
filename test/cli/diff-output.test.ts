import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFrozenDocuments, writeDocuments } from '../support/forms.ts';
import { changeFrozenDocuments, type DocumentChanges } from './checking.ts';
import {
  allowThreePhotos,
  changeRuleById,
  listDiffSentences,
  plantRuleAtEnd,
  runDiff,
  writeVersions,
} from './diff-versions.ts';
import { createScratchFolder, runSlipway } from './run-cli.ts';

describe('slipway diff', () => {
  it('names the offices that a type loses on the pages of a site', async () => {
    const all = await runDiff({
      'rules.json': changeRuleById('sales-offices', ({ then }) => {
        then.offer = { and: [then.offer, { in: ['general', { var: 'office.services' }] }] };
      }),
    });
    const lost = all.filter(({ kind }) => kind === 'offices-lost');
    expect(lost.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(/^Buying a yacht on Trevarrow International loses \d+ offices: .+\.$/),
    );
    for (const { type, example, situations, of } of lost) {
      expect(type).toBe('sales');
      expect(example?.page).toMatch(/^\//);
      expect(situations).toBeLessThanOrEqual(of);
    }
    expect(all.filter(({ kind }) => kind === 'offices')).toEqual([]);
  });

  it('names the events that pages of a site lose, each by its title', async () => {
    const leaving = (title: string): DocumentChanges => ({
      'rules.json': plantRuleAtEnd({
        when: { '==': [{ var: 'type' }, 'event'] },
        then: { filter: { interested_in: { '!=': [{ var: 'item.value' }, title] } } },
      }),
    });
    const [lost, ...others] = (await runDiff(leaving('Lymington Berth Day 2027'))).filter(
      ({ kind }) => kind !== 'documents-only',
    );
    expect(others).toEqual([]);
    expect(lost).toMatchObject({ kind: 'choices-removed', type: 'event', field: 'interested_in' });
    expect(lost?.sentence).toBe(
      'Events: on Trevarrow Solent, “Event” loses one choice: “Lymington Berth Day 2027”.',
    );
    expect(lost?.example?.page).toMatch(/^\//);
    // Unannounced events are not offered.
    expect(await listDiffSentences(leaving('No such day'))).not.toContainEqual(
      expect.stringContaining('loses'),
    );
  });

  it('is told for people with how often, and one situation', async () => {
    const hidden = plantRuleAtEnd({ when: { var: 'page.inModal' }, then: { hide: ['phone'] } });
    const { out } = await runSlipway(['diff', 'old', 'new'], {
      cwd: writeVersions({ 'rules.json': hidden }),
    });
    expect(out).toMatch(
      /^- When the form is in a dialog, “Phone number” is no longer shown\.\n {4}\d+ of \d+ situations; For example when .*dialog.*\.\n\n1 thing changes for visitors\.\n$/,
    );
  });

  it('refuses what is no form, with its reasons on standard output and code 1', async () => {
    const folder = createScratchFolder();
    writeDocuments(join(folder, 'old'));
    writeDocuments(join(folder, 'new'), { ...readFrozenDocuments(), 'rules.json': { rules: [{ id: 'x' }] } });
    const { code, out, err } = await runSlipway(['diff', 'old', 'new'], { cwd: folder });
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('new/rules.json');
    const inJson = await runSlipway(['diff', 'new', 'old', '--json'], { cwd: folder });
    expect(inJson.code).toBe(1);
    expect(JSON.parse(inJson.out)).toMatchObject({ ok: false, findings: [{ file: 'rules.json' }, {}] });
  });

  it('takes a checkout of git for the documents that it holds', async () => {
    const folder = createScratchFolder();
    writeDocuments(join(folder, 'checkout', 'schemas'));
    writeDocuments(join(folder, 'new'), changeFrozenDocuments(allowThreePhotos));
    const { code, out } = await runSlipway(['diff', 'checkout', 'new'], { cwd: folder });
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('accepts more') });
  });

  it.each([
    [['diff'], 2],
    [['diff', 'old'], 2],
    [['diff', 'old', 'new', 'more'], 2],
    [['diff', 'old', 'nowhere'], 2],
    [['diff', 'old', ''], 2],
    [['diff', 'old', 'new', '--locale', 'nl'], 2],
    [['diff', 'old', 'live'], 2],
    [['diff', 'old', 'new', '--content', 'nowhere'], 3],
  ] as const)('answers %j with code %i and one line', async (words, code) => {
    const run = await runSlipway(words, { cwd: writeVersions({}) });
    expect(run.code).toBe(code);
    expect(run.err.trim().split('\n')).toHaveLength(1);
  });
});
