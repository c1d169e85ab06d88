import { describe, expect, it } from 'vitest';
import { getPatternTime } from '#engine/check/patterns/slowness.ts';
import type { JsonSchema } from '#engine/model/types.ts';
import type { CompiledCheck } from '#widgets/validators/validator-module.ts';
import { readShippedDocuments } from '../../../../test/support/forms.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { runInRequest } from '../../platform/log/request-id.ts';
import { CheckTimeoutError, limitChecks, withinTime } from './time-limit.ts';

/** A check of one text by a pattern, as Ajv compiles it. */
function checkOf(pattern: string): CompiledCheck {
  const regexp = new RegExp(pattern, 'u');
  const schema: JsonSchema = { properties: { message: { pattern } } };
  const check: CompiledCheck = (value) => {
    const isValid = regexp.test((value as { readonly message: string }).message);
    check.errors = isValid ? null : [{ keyword: 'pattern', instancePath: '/message', params: {} }];
    return isValid;
  };
  const { root } = limitChecks({ validators: { root: check } }, { key: 'general', schema }).validators;
  if (root === undefined) throw new Error('There is no check');
  return root;
}

const { quickPatterns } = serverSettings.judging;
const slow = '^(?!(x+)+\\1!)[\\s\\S]*$';
const message = 'x'.repeat(40);

/** Returns the processor time of this thread. What the system takes to tell it counts as well: by the bound it does. */
function threadMicroseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

describe('limitChecks', () => {
  it.each([
    [slow, message],
    ['^(?<q>x+)+\\k<q>$', `${message}!`],
    ['^(?!.*x.*x.*x.*x.*y)[\\s\\S]*$', 'x'.repeat(4_900)],
    ['^(a+)+$', `${'a'.repeat(40)}!`],
  ])('breaks off a check that takes too long, of the pattern %s', (pattern, text) => {
    const check = checkOf(pattern);
    expect(() => check({ message: text })).toThrow(CheckTimeoutError);
    expect(check({ message: 'a' })).toBe(pattern !== '^(?<q>x+)+\\k<q>$');
  });

  it('gives all checks of one judgement one time', () => {
    const check = checkOf(slow);
    expect(() =>
      withinTime(() => {
        expect(() => check({ message })).toThrow(CheckTimeoutError);
        // None is left.
        check({ message: 'a'.repeat(10) });
      }),
    ).toThrow(CheckTimeoutError);
    expect(check({ message: 'a'.repeat(10) })).toBe(true);
  });

  it('checks nothing more of a request once a check of it was broken off, and has one time for all that are alone', () => {
    const check = checkOf(slow);
    runInRequest('one', () => {
      expect(() => withinTime(() => check({ message }))).toThrow(CheckTimeoutError);
      expect(() => withinTime(() => check({ message: 'a' }))).toThrow(CheckTimeoutError);
      expect(() => check({ message: 'a' })).toThrow(CheckTimeoutError);
    });
    runInRequest('two', () => expect(check({ message: 'a' })).toBe(true));
    const busy: CompiledCheck = () => {
      const end = process.threadCpuUsage().user + 20_000;
      while (process.threadCpuUsage().user < end);
      return true;
    };
    const { root } = limitChecks(
      { validators: { root: busy } },
      { key: 'x', schema: { pattern: 'x' } },
    ).validators;
    runInRequest('three', () => {
      const all = () => Array.from({ length: 10 }, () => root?.('a'));
      expect(all).toThrow(CheckTimeoutError);
    });
  });

  it('watches large values whatever the pattern, so that what compares them ends, too', () => {
    const items = Array.from({ length: 60_000 }, (_item, at) => ({ at: String(at) }));
    const isUnique: CompiledCheck = (value) =>
      (value as readonly { readonly at: string }[]).every((one, at, all) =>
        all.every((other, index) => index === at || other.at !== one.at),
      );
    const { root } = limitChecks(
      { validators: { root: isUnique } },
      { key: 'general', schema: {} },
    ).validators;
    expect(() => root?.(items)).toThrow(CheckTimeoutError);
    expect(root?.(items.slice(0, 10))).toBe(true);
  });

  it('gives a form of thousands of fields more time', () => {
    const work: CompiledCheck = (value) => {
      const end = threadMicroseconds() + 1_000 * (value as number);
      while (threadMicroseconds() < end);
      return true;
    };
    const checkOfFields = (count: number) => {
      const properties = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`f${at}`, { pattern: 'x' }]),
      );
      return limitChecks({ validators: { root: work } }, { key: 'long', schema: { properties } }).validators
        .root;
    };
    expect(() => checkOfFields(10)?.(10_000)).toThrow(CheckTimeoutError);
    expect(checkOfFields(5_000)?.(70)).toBe(true);
  });

  it('counts the time of the processor, not that in which others have it', () => {
    const sleep = new Int32Array(new SharedArrayBuffer(4));
    const idle: CompiledCheck = () => Atomics.wait(sleep, 0, 0, 150) === 'timed-out';
    const schema = { pattern: 'x' };
    const { root } = limitChecks({ validators: { root: idle } }, { key: 'busy', schema }).validators;
    expect(root?.({})).toBe(true);
  });

  it('says what the check has found', () => {
    const check = checkOf('^[a-z]+$');
    expect([check({ message: '1' }), check.errors?.[0]?.instancePath]).toEqual([false, '/message']);
    expect([check({ message: 'a' }), check.errors]).toEqual([true, null]);
    const failing: CompiledCheck = () => {
      throw new TypeError('a fault of ours');
    };
    const { root } = limitChecks(
      { validators: { root: failing } },
      { key: 'k', schema: { pattern: 'x' } },
    ).validators;
    expect(() => root?.({})).toThrow('a fault of ours');
  });
});

describe('the patterns that are checked unwatched', () => {
  it('are linear', () => {
    expect(quickPatterns.filter((pattern) => getPatternTime(pattern).slowness !== 'linear')).toEqual([]);
  });

  it('are those of the forms that ship', () => {
    const found = new Set<string>();
    const forms = Object.entries(readShippedDocuments()).filter(([file]) => !file.startsWith('meta/'));
    JSON.stringify(forms, (key, value) => {
      if (key === 'pattern' && typeof value === 'string') found.add(value);
      return value;
    });
    expect([...found].toSorted()).toEqual(quickPatterns);
  });
});
