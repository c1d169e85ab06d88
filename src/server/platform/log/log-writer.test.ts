import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { createLogWriter } from './log-writer.ts';

const now = () => 0;

/** Opens a file of its own for a log. */
function file() {
  const path = join(createTemporaryFolder(), 'log');
  const descriptor = openSync(path, 'w');
  onTestFinished(() => closeSync(descriptor));
  return { descriptor, written: () => readFileSync(path, 'utf8') };
}

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Makes a pipe with a reader that never waits. */
function pipe(flags: number) {
  const path = join(createTemporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, O_RDONLY | O_NONBLOCK);
  const writer = openSync(path, flags);
  onTestFinished(() => closeSync(writer));
  return { path, reader, writer };
}

/** Reads what is in a pipe by now. */
function read(reader: number): string {
  const bytes = Buffer.alloc(65_536);
  try {
    return bytes.toString('utf8', 0, readSync(reader, bytes));
  } catch {
    return '';
  }
}

describe('createLogWriter', () => {
  it('writes lines soon, in their order', async () => {
    const { descriptor, written } = file();
    const log = createLogWriter(descriptor, now);
    log.write('one');
    log.write('two');
    await expect.poll(written).toBe('one\ntwo\n');
  });

  it('holds lines back until they are released', async () => {
    const { descriptor, written } = file();
    const log = createLogWriter(descriptor, now, { isHeld: true });
    log.write('one');
    await turn();
    await turn();
    expect(written()).toBe('');
    log.release();
    log.write('two');
    await expect.poll(written).toBe('one\ntwo\n');
  });

  it('flushes what was held back', async () => {
    const { descriptor, written } = file();
    const log = createLogWriter(descriptor, now, { isHeld: true });
    log.write('one');
    await log.flush();
    expect(written()).toBe('one\n');
  });

  it.each([
    ['a pipe that waits', O_WRONLY],
    ['a pipe that does not wait', O_WRONLY | O_NONBLOCK],
  ])('never waits for a reader that has stalled, and loses no line to it: %s', async (_what, flags) => {
    const { reader, writer } = pipe(flags);
    const log = createLogWriter(writer, now);
    // Three times what a pipe has room for.
    const lines = Array.from({ length: 2000 }, (_none, at) => `${at} ${'x'.repeat(100)}`);
    for (const line of lines) {
      log.write(line);
      await turn();
    }
    let text = '';
    const count = () => {
      text += read(reader);
      return text.split('\n').length;
    };
    await expect.poll(count, { interval: 5 }).toBe(lines.length + 1);
    expect(text).toBe(`${lines.join('\n')}\n`);
    await log.flush();
    closeSync(reader);
  });

  it('goes on where its reader has left, and says to the next one how much was lost', async () => {
    const { path, reader, writer } = pipe(O_WRONLY);
    const log = createLogWriter(writer, now);
    closeSync(reader);
    for (let count = 0; count < 20; count += 1) {
      log.write('lost');
      await log.flush();
    }
    const next = openSync(path, O_RDONLY | O_NONBLOCK);
    log.write('read');
    await log.flush();
    const [head = '', ...rest] = read(next).split('\n');
    expect(JSON.parse(head)).toMatchObject({ level: 'warn', event: 'log-lines-lost', count: 20 });
    expect(rest).toEqual(['read', '']);
    closeSync(next);
  });

  it('goes on where the disk is full', async () => {
    const full = openSync('/dev/full', 'w');
    const log = createLogWriter(full, now);
    log.write('lost');
    await log.flush();
    log.write('lost');
    await log.flush();
    closeSync(full);
  });
});
