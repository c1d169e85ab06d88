import { describe, expect, it } from 'vitest';
import type { Finding } from '#engine/check/index.ts';
import { markKnown } from './known-warnings.ts';

const warning = (pointer: string, more: Partial<Finding> = {}): Finding => ({
  severity: 'warning',
  code: 'unwatched-effect',
  file: 'rules.json',
  pointer,
  reason: 'the same',
  ...more,
});

describe('markKnown', () => {
  it('knows what the live version has too, wherever it stands by now, and each as often as that has it', () => {
    const findings = [warning('/rules/1'), warning('/rules/2'), warning('/rules/3')];
    const known = markKnown(findings, [warning('/rules/0'), warning('/rules/2')]);
    expect(known.map(({ isKnown = false }) => isKnown)).toEqual([true, true, false]);
  });

  it.each([
    ['an error', { severity: 'error' }],
    ['another reason', { reason: 'another' }],
    ['another document', { file: 'ui.json' }],
  ] as const)('does not know %s', (_what, more) => {
    const live = 'severity' in more ? [warning('', more)] : [warning('')];
    expect(markKnown([warning('', more)], live)[0]).not.toHaveProperty('isKnown');
  });
});
