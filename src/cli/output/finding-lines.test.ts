import { expect, it } from 'vitest';
import type { Finding } from '#engine/check/index.ts';
import type { Workspace } from '../workspace/load.ts';
import { formatLocatedFinding } from './finding-lines.ts';

it('prints a finding on one line, without what would control a terminal', () => {
  const finding: Finding = {
    file: 'rules.json',
    pointer: '/rules/\u001b[2J',
    severity: 'error',
    code: 'unknown-fact',
    reason: 'the fact "\u001b[31mred\u0007\nnext" is unknown',
  };
  const workspace = {
    locate: (found: Finding) => found,
    folderName: 'schemas',
    scenariosFile: 'scenarios.json',
  } as Partial<Workspace>;
  const [line = '', ...more] = formatLocatedFinding(finding, workspace as Workspace);
  expect(more).toEqual([]);
  expect(line).not.toMatch(/\p{Cc}/u);
  expect(line).toContain('schemas/rules.json: error unknown-fact: the fact " [31mred next" is unknown');
});
