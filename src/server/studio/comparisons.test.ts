import { describe, expect, it } from 'vitest';
import type { Documents } from '#engine';
import type { Consequence } from '#engine/compare/index.ts';
import type { LiveContent } from '../forms/content/content-documents.ts';
import { createComparisonService } from './comparisons.ts';

const versions = { before: { a: 1 } as Documents, after: { a: 2 } as Documents, locale: 'en' };
const found = (field: string): Consequence => ({
  kind: 'label',
  field,
  where: { in: 'all' },
  situations: 0,
  of: 0,
});

/** A service whose thread finds one consequence soon and two in all, and the calls that it made. */
function createService({
  isPartial,
  delay,
}: {
  readonly isPartial: boolean;
  readonly delay?: () => Promise<void>;
}) {
  const calls: string[] = [];
  const service = createComparisonService({
    calls: {
      prepareVersions: async ({ versions }) => void calls.push(`prepared ${JSON.stringify(versions)}`),
      async consequences() {
        calls.push('all');
        return [found('a'), found('b')];
      },
      async firstConsequences() {
        calls.push('first');
        return { consequences: [found('a')], isPartial };
      },
      saidConsequences: async ({ consequences }) =>
        consequences.map((one) => ({ ...one, sentence: [one.field ?? ''] })),
      compared: async () => ({ kind: 'not-compared' }),
    },
    live: () => live,
    ...(delay && { delay }),
  });
  return { service, calls };
}
const live = {} as LiveContent;

describe('createComparisonService', () => {
  it('describes what is found soon, and all of it later, also where that is asked again', async () => {
    const { service, calls } = createService({ isPartial: true });
    expect(await service.describeFirstConsequences(versions)).toMatchObject({
      isPartial: true,
      consequences: [{ field: 'a' }],
    });
    expect(await service.describeConsequences(versions)).toHaveLength(2);
    expect(await service.describeFirstConsequences(versions)).toMatchObject({
      isPartial: false,
      consequences: [{ field: 'a' }, { field: 'b' }],
    });
    expect(calls).toEqual(['first', 'all']);
  });

  it('compares once what takes little time', async () => {
    const { service, calls } = createService({ isPartial: false });
    expect(await service.describeFirstConsequences(versions)).toMatchObject({ isPartial: false });
    expect(await service.describeConsequences(versions)).toHaveLength(1);
    expect(calls).toEqual(['first']);
  });

  it('describes what is known of a version without a comparison', async () => {
    const { service, calls } = createService({ isPartial: true });
    const known = [found('c')];
    expect(await service.describeFirstConsequences({ ...versions, known })).toMatchObject({
      isPartial: false,
      consequences: [{ field: 'c' }],
    });
    expect(calls).toEqual([]);
  });

  it('prepares the latest versions, and skips those in between', async () => {
    const { service, calls } = createService({ isPartial: false });
    for (const a of [2, 3, 4]) service.prepare({ before: { a: 1 }, after: { a } });
    await expect.poll(() => calls).toEqual(['prepared [{"a":1},{"a":2}]', 'prepared [{"a":1},{"a":4}]']);
  });

  it('says that nothing is found so far where the thread is busy, and caches what it finds', async () => {
    const { service } = createService({ isPartial: false, delay: async () => undefined });
    const slow = { ...versions, after: { a: 3 } as Documents };
    expect(await service.describeFirstConsequences(slow)).toEqual({ isPartial: true, consequences: [] });
    expect(await service.describeConsequences(slow)).toHaveLength(1);
  });
});
