import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

describe('createProgress', () => {
  /** Returns the written texts if progress is reported at these times, in milliseconds from the beginning. */
  function written(times: readonly number[]): readonly string[] {
    const texts: string[] = [];
    let time = 1_000;
    const progress = createProgress(
      (text) => texts.push(text),
      () => time,
    );
    for (const at of times) {
      time = 1_000 + at;
      progress.report(`at ${at}`);
    }
    progress.end();
    progress.end();
    return texts;
  }

  it('says nothing of what is quick', () => {
    expect(written([0, 500, 1_999])).toEqual([]);
  });

  it('says how far it is twice a second, and takes that away', () => {
    const clear = '\r\u001B[K';
    expect(written([1_000, 2_000, 2_100, 2_499, 2_500, 3_200])).toEqual([
      `${clear}at 2000`,
      `${clear}at 2500`,
      `${clear}at 3200`,
      clear,
    ]);
  });
});
