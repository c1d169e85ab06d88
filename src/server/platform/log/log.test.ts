import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(use: (log: ReturnType<typeof createLog>) => void): readonly unknown[] {
  const lines: string[] = [];
  use(createLog({ write: (line) => lines.push(line), now: () => Date.UTC(2026, 10, 21, 7) }));
  for (const line of lines) expect(line).not.toMatch(/[\r\n]/);
  return lines.map((line) => JSON.parse(line));
}

describe('createLog', () => {
  it('writes one JSON line an event', () => {
    expect(logged((log) => log.info('enquiry-accepted', { id: 'a\nb', enquiryType: 3 }))).toEqual([
      {
        time: '2026-11-21T07:00:00.000Z',
        level: 'info',
        event: 'enquiry-accepted',
        id: 'a\nb',
        enquiryType: 3,
      },
    ]);
    expect(logged((log) => log.warn('mail-delayed'))).toMatchObject([{ level: 'warn' }]);
  });

  it('tells of an error its class, its code and its place, never its words', () => {
    const cause = new SyntaxError('Unexpected token in "ada@example.org"');
    const error = Object.assign(new TypeError('cannot mail ada@example.org', { cause }), { code: 'E_MAIL' });
    const [line] = logged((log) => log.error('request-failed', error, { status: 500 }));
    expect(line).toMatchObject({
      level: 'error',
      event: 'request-failed',
      status: 500,
      error: 'TypeError < SyntaxError',
      errorCode: 'E_MAIL',
      at: expect.stringContaining('log.test.ts'),
    });
    expect(JSON.stringify(line)).not.toContain('ada');
  });

  it('survives what is thrown without being an error', () => {
    expect(logged((log) => log.error('request-failed', 'ada@example.org'))).toMatchObject([
      { error: 'string' },
    ]);
    expect(logged((log) => log.error('request-failed', undefined))).toMatchObject([{ error: 'undefined' }]);
  });

  it('takes no key that could be about a person', () => {
    createLog({ write: () => {}, now: Date.now }).info('enquiry-accepted', {
      // @ts-expect-error: the list of keys is closed
      email: 'ada@example.org',
    });
  });
});
