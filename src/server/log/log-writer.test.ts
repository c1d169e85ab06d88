import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../store/testing/temporary-folder.ts';
import { createLogWriter } from './log-writer.ts';

let path: string;
let descriptor: number;
beforeEach(() => {
  path = join(temporaryFolder(), 'log');
  descriptor = openSync(path, 'w');
});
afterEach(() => closeSync(descriptor));

const written = () => readFileSync(path, 'utf8');

describe('createLogWriter', () => {
  it('writes lines soon, in their order', async () => {
    const log = createLogWriter(descriptor, Date.now);
    log.write('one');
    log.write('two');
    await expect.poll(written).toBe('one\ntwo\n');
  });

  it('holds lines back until they are released', async () => {
    const log = createLogWriter(descriptor, Date.now, { isHeld: true });
    log.write('one');
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(written()).toBe('');
    log.release();
    log.write('two');
    await expect.poll(written).toBe('one\ntwo\n');
  });

  it('flushes what was held back', async () => {
    const log = createLogWriter(descriptor, Date.now, { isHeld: true });
    log.write('one');
    await log.flush();
    expect(written()).toBe('one\n');
  });
});
