import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { widgetNames } from '../../engine/model/widgets.ts';
import { allExamples } from '../../widgets/testing/all-examples.ts';
import { listExampleStates } from '../../widgets/testing/example-states.ts';
import { commonStates } from '../../widgets/testing/widget-examples.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('every widget', () => {
  it.each(widgetNames)('has examples, in one place: %s', (name) => {
    expect(allExamples.filter(({ widget }) => widget === name)).toHaveLength(1);
  });

  it.each(allExamples.map((one) => [one.widget, one] as const))(
    'is shown in each state that it has: %s',
    (_name, one) => {
      const shown = listExampleStates(one).map(({ state }) => state);
      const without = commonStates.filter((state) => one.states?.[state] === 'none');
      expect(shown).toEqual(expect.arrayContaining(commonStates.filter((state) => !without.includes(state))));
      expect(without).not.toContain('untouched');
      expect(without).not.toContain('filled');
    },
  );
});

describe('examples', () => {
  const files = globSync('widgets/**/*.examples.tsx', { cwd: root });

  it.each(files)('stand beside what they show: %s', (file) => {
    expect(existsSync(root + file.replace('.examples.tsx', '.tsx'))).toBe(true);
  });
});
