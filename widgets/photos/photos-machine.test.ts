import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UploadLimits } from '#engine';
import { judgePhotos } from './judge-photos.ts';
import type { PhotoRecord } from './photos.ts';
import { type PhotosEffect, type PhotosEvent, type PhotosTransition, stepPhotos } from './photos-machine.ts';
import { countFreeSlots, initialPhotosState, type PhotosState } from './photos-state.ts';

const types = ['image/jpg', 'image/jpeg', 'image/png'];
const service: UploadLimits = { count: 1, types, bytes: 20 * 2 ** 20, timeoutMs: 30_000 };
const valuation: UploadLimits = { ...service, count: 10 };

describe('stepPhotos', () => {
  it('starts a photo as soon as it is added', () => {
    const { state, effects } = run(service, added('a'));
    expect(state.records).toMatchObject([{ fileID: 'a', state: 'uploading', progress: 0 }]);
    expect(effects).toEqual([{ type: 'start', fileID: 'a' }]);
  });

  it('does not upload again what an earlier page has uploaded', () => {
    const file = { fileID: 'a', name: 'a.jpg', type: 'image/jpeg', bytes: 3, path: 'photos/1.jpg' };
    const { state, effects } = run(service, { type: 'added', files: [file] });
    expect(state.records).toMatchObject([{ state: 'uploaded', path: 'photos/1.jpg' }]);
    expect(effects).toEqual([]);
  });

  it('counts a photo as uploaded only when its upload says so', () => {
    const { state } = run(service, added('a'), {
      type: 'uploaded',
      fileID: 'a',
      path: 'photos/1.jpg',
    });
    expect(state.records).toMatchObject([{ state: 'uploaded', path: 'photos/1.jpg' }]);
  });

  it('lists a failed photo with its error', () => {
    const error = { code: 'time-out', values: { seconds: 30 } } as const;
    const { state } = run(service, added('a'), { type: 'failed', fileID: 'a', error });
    expect(state.records).toMatchObject([{ name: 'a.jpg', state: 'error', error }]);
  });

  it('starts failed photos again when the enquiry is sent, but none that the limits refuse', () => {
    const failed = { type: 'failed', fileID: 'a', error: { code: 'failed', isUnanswered: true } } as const;
    const { state, effects } = run(service, added('a', 'b'), failed, { type: 'retried' });
    expect(state.records.map((record) => record.state)).toEqual(['uploading', 'error']);
    expect(effects.filter(({ type }) => type === 'start').map(({ fileID }) => fileID)).toEqual(['a', 'a']);
  });

  it('drops the record without an error when no target was given', () => {
    const { state, effects } = run(service, added('a'), { type: 'target-refused', fileID: 'a' });
    expect(state.records).toEqual([]);
    expect(effects.at(-1)).toEqual({ type: 'forget', fileID: 'a' });
  });

  it.each([
    ['uploading', []],
    ['uploaded', [{ type: 'uploaded', fileID: 'a', path: 'p' }]],
    ['in error', [{ type: 'failed', fileID: 'a', error: { code: 'failed' } }]],
  ] as const)('drops a record that is %s when it is removed', (_state, events) => {
    const { state, effects } = run(service, added('a'), ...events, { type: 'removed', fileID: 'a' });
    expect(state.records).toEqual([]);
    expect(effects.at(-1)).toEqual({ type: 'forget', fileID: 'a' });
  });

  it.each([
    [
      'a type that is not taken',
      { type: 'image/heic' },
      { code: 'wrong-type', values: { types: 'JPEG, PNG' } },
    ],
    ['no type', { type: '' }, { code: 'wrong-type', values: { types: 'JPEG, PNG' } }],
    ['too many bytes', { bytes: 20 * 2 ** 20 + 1 }, { code: 'too-large', values: { megabytes: 20 } }],
    ['no bytes', { bytes: 0 }, { code: 'empty' }],
  ])('refuses a file of %s at once', (_what, properties, error) => {
    const event = { type: 'added', files: [{ ...file('a'), ...properties }] } as const;
    const { state, effects } = run(service, event);
    expect(state.records).toMatchObject([{ state: 'error', error }]);
    expect(effects).toEqual([]);
  });

  it('keeps the first files of a drop and refuses the others for their number', () => {
    const { state } = run(service, added('a', 'b', 'c'));
    expect(state.records).toMatchObject([
      { fileID: 'a', state: 'uploading' },
      { fileID: 'b', state: 'error', error: { code: 'too-many', values: { count: 1 } } },
      { fileID: 'c', state: 'error', error: { code: 'too-many', values: { count: 1 } } },
    ]);
  });

  it('gives the room of a file that is refused for its type to the next one of the drop', () => {
    const { state } = run(service, {
      type: 'added',
      files: [{ ...file('a'), type: 'text/plain' }, file('b')],
    });
    expect(state.records.map((record) => record.state)).toEqual(['error', 'uploading']);
  });

  it('leaves no room before enough rows are gone, refused ones included', () => {
    const full = run(service, added('a', 'b')).state;
    expect(countFreeSlots(full)).toBe(0);
    const one = stepPhotos(full, { type: 'removed', fileID: 'a' }).state;
    expect(countFreeSlots(one)).toBe(0);
    expect(countFreeSlots(stepPhotos(one, { type: 'removed', fileID: 'b' }).state)).toBe(1);
  });

  it('waits with a photo while others of a greater maximum still run', () => {
    const busy = run(valuation, added('a', 'b')).state;
    const lowered = stepPhotos(busy, { type: 'limits-changed', limits: service }).state;
    const waiting: PhotosState = {
      ...lowered,
      records: [...lowered.records, { ...file('c'), state: 'added' }],
    };
    const still = stepPhotos(waiting, { type: 'uploaded', fileID: 'a', path: 'a' });
    expect(still.effects).toEqual([]);
    const free = stepPhotos(still.state, { type: 'removed', fileID: 'b' });
    expect(free.effects).toEqual([
      { type: 'forget', fileID: 'b' },
      { type: 'start', fileID: 'c' },
    ]);
  });

  it('changes nothing when limits change and nothing waits', () => {
    const { state } = run(valuation, added('a'));
    expect(stepPhotos(state, { type: 'limits-changed', limits: service }).state.records).toBe(state.records);
  });

  it('forgets everything when it is cleared', () => {
    const { state, effects } = run(valuation, added('a', 'b'), { type: 'cleared' });
    expect(state.records).toEqual([]);
    expect(effects.slice(-2)).toEqual([
      { type: 'forget', fileID: 'a' },
      { type: 'forget', fileID: 'b' },
    ]);
  });
});

describe('stepPhotos, in any order of events', () => {
  it('starts each photo at most once and forgets each at most once, after which nothing brings it back', () => {
    holds(({ effects, state }) => {
      for (const type of ['start', 'forget'] as const) {
        const ids = effects.filter((effect) => effect.type === type).map(({ fileID }) => fileID);
        expect(new Set(ids).size).toBe(ids.length);
      }
      const gone = effects.filter(({ type }) => type === 'forget').map(({ fileID }) => fileID);
      expect(state.records.filter(({ fileID }) => gone.includes(fileID))).toEqual([]);
    });
  });

  it('never starts more than the maximum allows at a time', () => {
    holds(({ steps }) => {
      for (const { state, effects } of steps) {
        if (!effects.some(({ type }) => type === 'start')) continue;
        const running = state.records.filter((record) => record.state === 'uploading').length;
        expect(running).toBeLessThanOrEqual(state.limits?.count ?? Number.POSITIVE_INFINITY);
      }
    });
  });

  it('lets nothing wait while there is room to run', () => {
    holds(({ steps }) => {
      for (const { state } of steps) {
        const running = state.records.filter((record) => record.state === 'uploading').length;
        const waiting = state.records.filter((record) => record.state === 'added').length;
        expect(waiting === 0 || running >= (state.limits?.count ?? Number.POSITIVE_INFINITY)).toBe(true);
      }
    });
  });

  it('keeps the order in which photos were added, and their names, types and sizes', () => {
    holds(({ state }) => {
      const ids = state.records.map(({ fileID }) => Number(fileID));
      expect(ids).toEqual([...ids].sort((one, other) => one - other));
      for (const record of state.records) expect(record).toMatchObject({ name: `${record.fileID}.jpg` });
    });
  });

  it('leads from no state back to an earlier one', () => {
    const rank = { added: 0, uploading: 1, uploaded: 2, error: 2 };
    holds(({ steps }) => {
      const seen = new Map<string, PhotoRecord>();
      for (const { state } of steps)
        for (const record of state.records) {
          const before = seen.get(record.fileID);
          if (before) expect(rank[record.state]).toBeGreaterThanOrEqual(rank[before.state]);
          if (before && rank[before.state] === 2) expect(record).toEqual(before);
          seen.set(record.fileID, record);
        }
    });
  });
});

describe('judgePhotos', () => {
  it('refuses photos beyond a lower maximum, and nothing more when it rises again', () => {
    const { state } = run(valuation, added('a', 'b', 'c'), { type: 'uploaded', fileID: 'b', path: 'b' });
    expect(judgePhotos(state.records, service).map(({ rejection }) => rejection?.code)).toEqual([
      undefined,
      'too-many',
      'too-many',
    ]);
    expect(judgePhotos(state.records, valuation).every(({ rejection }) => rejection === undefined)).toBe(
      true,
    );
  });

  it('lets a photo in error take nobody’s place', () => {
    const { state } = run(
      valuation,
      added('a', 'b'),
      { type: 'failed', fileID: 'a', error: { code: 'failed' } },
      { type: 'uploaded', fileID: 'b', path: 'b' },
    );
    expect(judgePhotos(state.records, service)[1]?.rejection).toBeUndefined();
  });

  it('lets a photo that the limits refuse take nobody’s place', () => {
    const [a, b] = ['a', 'b'].map((id) => ({ ...file(id), state: 'uploaded' as const, path: id }));
    const large = { ...a, bytes: 30 * 2 ** 20 } as PhotoRecord;
    expect(judgePhotos([large, b as PhotoRecord], service).map(({ rejection }) => rejection?.code)).toEqual([
      'too-large',
      undefined,
    ]);
  });

  it('never lets in more than the maximum, whatever happened', () => {
    holds(({ state }) => {
      for (const limits of [service, valuation]) {
        const taken = judgePhotos(state.records, limits).filter(({ rejection }) => !rejection);
        expect(taken.length).toBeLessThanOrEqual(limits.count ?? 0);
      }
    });
  });
});

function file(fileID: string) {
  return { fileID, name: `${fileID}.jpg`, type: 'image/jpeg', bytes: 1000 };
}

function added(...ids: readonly string[]): PhotosEvent {
  return { type: 'added', files: ids.map(file) };
}

function run(limits: UploadLimits, ...events: readonly PhotosEvent[]): PhotosTransition {
  const { state, effects } = runAll([{ type: 'limits-changed', limits }, ...events]);
  return { state, effects };
}

function runAll(events: readonly PhotosEvent[]) {
  const steps: PhotosTransition[] = [];
  let state = initialPhotosState;
  for (const event of events) {
    const step = stepPhotos(state, event);
    steps.push(step);
    state = step.state;
  }
  const effects: readonly PhotosEffect[] = steps.flatMap((step) => step.effects);
  return { state, steps, effects };
}

/** Checks a law over generated histories; ids are numbers in the order of adding, events also name photos that are gone. */
function holds(law: (history: ReturnType<typeof runAll>) => void): void {
  const id = fc.nat({ max: 14 }).map(String);
  const kind = fc.oneof(
    { weight: 5, arbitrary: fc.record({ add: fc.integer({ min: 1, max: 4 }), isText: fc.boolean() }) },
    fc.constantFrom<PhotosEvent>(
      { type: 'limits-changed', limits: service },
      { type: 'limits-changed', limits: valuation },
      { type: 'limits-changed', limits: { ...valuation, count: 3 } },
      { type: 'limits-changed', limits: undefined },
      { type: 'cleared' },
    ),
    id.map((fileID): PhotosEvent => ({ type: 'removed', fileID })),
    id.map((fileID): PhotosEvent => ({ type: 'target-refused', fileID })),
    id.map((fileID): PhotosEvent => ({ type: 'uploaded', fileID, path: fileID })),
    id.map((fileID): PhotosEvent => ({ type: 'failed', fileID, error: { code: 'failed' } })),
    fc
      .tuple(id, fc.double({ noNaN: true }))
      .map(([fileID, progress]): PhotosEvent => ({ type: 'progressed', fileID, progress })),
  );
  fc.assert(
    fc.property(fc.array(kind, { maxLength: 40 }), (kinds) => {
      let next = 0;
      const events = kinds.map((one): PhotosEvent => {
        if (!('add' in one)) return one;
        const files = Array.from({ length: one.add }, () => {
          next += 1;
          return { ...file(String(next - 1)), type: one.isText ? 'text/plain' : 'image/jpeg' };
        });
        return { type: 'added', files };
      });
      law(runAll(events));
    }),
    { numRuns: 300 },
  );
}
