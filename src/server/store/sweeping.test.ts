import { expect, it } from 'vitest';
import type { Log } from '../platform/log/log.ts';
import { startSweeping } from './sweeping.ts';

it.each([
  { isEnded: false, logged: ['photos-not-swept'] },
  { isEnded: true, logged: [] },
])('a sweep that fails is logged, unless it was ended ($isEnded)', async ({ isEnded, logged }) => {
  const events: string[] = [];
  const log = { error: (event: string) => events.push(event) } as unknown as Log;
  const sweep = Promise.withResolvers<void>();
  const end = startSweeping(() => sweep.promise, { everyMs: 1_000_000, event: 'photos-not-swept', log });
  if (isEnded) end();
  sweep.reject(new Error('the store is closed'));
  await sweep.promise.catch(() => undefined);
  await Promise.resolve();
  await Promise.resolve();
  end();
  expect(events).toEqual(logged);
});
