import { describe, expect, it } from 'vitest';
import { rewriteSourceUrls } from './bundle-server.ts';

const { transform } = rewriteSourceUrls('/root');
const handler = (typeof transform === 'object' ? transform.handler : transform) as unknown as (
  code: string,
  id: string,
) => string;

describe('rewriteSourceUrls', () => {
  it.each([
    ["new URL('./store-worker.ts', import.meta.url)", "new URL('./store-worker.js', import.meta.url)"],
    ["new URL('./thread/draft-thread.ts', import.meta.url)", "new URL('./draft-thread.js', import.meta.url)"],
    [
      "new URL('../../cli/run.ts', import.meta.url)",
      `new URL('../../cli/run.ts', new URL("../../src/server/app/worker/start.ts", import.meta.url).href)`,
    ],
  ])('turns %s into %s', (code, expected) => {
    expect(handler(code, '/root/src/server/app/worker/start.ts')).toBe(expected);
  });
});
