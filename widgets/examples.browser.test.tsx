import { describe, expect, it } from 'vitest';
import { widgetNames } from '#engine';
import { standardWidgets } from './rjsf/widget-table.ts';
import { allExamples } from './testing/all-examples.ts';
import { describeExamples } from './testing/describe-examples.tsx';

// The others are in examples-second, -third and -fourth: one file would take too long.
describeExamples(allExamples.filter((_example, index) => index % 4 === 0));

describe('a widget', () => {
  it('has a control for every name that a UI schema may give', () => {
    expect(Object.keys(standardWidgets).sort()).toEqual([...widgetNames].sort());
  });
});
