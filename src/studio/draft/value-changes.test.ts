import { describe, expect, it } from 'vitest';
import type { Json } from '#engine';
import { createFormatMessage } from '../ui/messages.ts';
import { formatStep } from './value-changes.tsx';

const say = createFormatMessage('en');
const closedAfter = (day: string): Readonly<Record<string, Json>> => ({
  id: 'sales-period',
  description: 'Closed',
  when: { '>': [{ var: 'today' }, day] },
});
const closedOutside = (from: string, to: string): Json => ({
  ...closedAfter(to),
  when: { or: [{ '<': [{ var: 'today' }, from] }, { '>': [{ var: 'today' }, to] }] },
});

/** Returns the description of a step of one patch, without marks of direction. */
function describeStep(from: Json | undefined, to: Json | undefined): string {
  // The patch reverts the step.
  const patch = { file: 'rules.json', path: ['rules', 'a'], before: to, after: from };
  const step = { title: { key: 'json' }, changes: ['a'], patches: [patch] };
  return formatStep(step, { title: 'Settings of Sales', say, isUndone: false }).replaceAll(/\p{Cf}/gu, '');
}

describe('formatStep', () => {
  it('names what differs in a rule', () => {
    expect(describeStep(closedAfter('2026-12-24'), closedAfter('2026-12-31'))).toBe(
      'Settings of Sales: “2026-12-24” → “2026-12-31”',
    );
    expect(describeStep(closedAfter('2026-12-31'), closedOutside('2026-11-01', '2026-12-31'))).toBe(
      'Settings of Sales: nothing → “2026-11-01”',
    );
    expect(describeStep({ when: { '>': [1, 5] } }, undefined)).toBe('Settings of Sales');
  });

  it('names a rule that is added by its description alone', () => {
    expect(describeStep(undefined, { id: 'x', description: 'Closed', when: true })).toBe(
      'Settings of Sales: nothing → “Closed”',
    );
  });
});
