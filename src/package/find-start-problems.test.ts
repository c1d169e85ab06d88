import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findStartProblems } from './find-start-problems.ts';

describe('findStartProblems', () => {
  it('names a busy port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await findStartProblems({ PORT: String(port) })).toEqual([
      `Cannot listen on 127.0.0.1:${port}: another program listens there already; stop it or set PORT`,
    ]);
  });

  it('names a malformed variable', async () => {
    expect(await findStartProblems({ PORT: 'x' })).toEqual([expect.stringContaining('PORT="x"')]);
  });

  it('finds nothing where a start may succeed', async () => {
    expect(await findStartProblems({ PORT: '0' })).toEqual([]);
  });
});
