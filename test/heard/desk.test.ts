import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDisplay } from '../browsers/display.ts';
import { type Household, household, processesWith } from '../browsers/processes.ts';
import { openDesk } from './desk.ts';
import { openListener } from './listener.ts';

/** By this variable the processes of a test are known. */
const mark = 'SLIPWAY_DESK_TEST';

let id = randomUUID();
afterEach(() => {
  id = randomUUID();
});

describe('a display', () => {
  it('is never shared, however many are opened at the same moment', async () => {
    const houses = Array.from({ length: 6 }, newHousehold);
    await Promise.all(houses.map((house) => openDisplay(house)));
    expect(new Set(houses.map(({ env }) => env.DISPLAY)).size).toBe(6);
  });

  it('that is taken is told by its number, and stays whose it was', async () => {
    const [owner, other] = [newHousehold(), newHousehold()];
    await openDisplay(owner);
    const number = Number(owner.env.DISPLAY?.slice(1));
    const server = Number(readFileSync(`/tmp/.X${number}-lock`, 'utf8'));
    await expect(openDisplay(other, { number })).rejects.toThrow(
      new RegExp(`^Cannot start display :${number} \\(Xvfb\\): it is taken, see /tmp/\\.X${number}-lock$`),
    );
    await other.end();
    expect(processesWith('SLIPWAY_HOUSEHOLD', other.folder)).toEqual([]);
    // Beside the programs that it starts for a moment.
    expect(processesWith('SLIPWAY_HOUSEHOLD', owner.folder)).toContain(server);
    expect(Number(readFileSync(`/tmp/.X${number}-lock`, 'utf8'))).toBe(server);
  });
});

describe('a desk', () => {
  it('is not opened by a reader that hangs', async () => {
    const env = programs({ orca: 'exec sleep 600' });
    await expect(openDesk({ env, patienceMs: 1000 })).rejects.toThrow(
      /^Cannot start the screen reader \(orca\): not ready after 1 s: $/,
    );
    expect(processesWith(mark, id)).toEqual([]);
  });

  it('is not opened by a reader that ends', async () => {
    const env = programs({ orca: 'echo "no bus" >&2; exit 1' });
    await expect(openDesk({ env })).rejects.toThrow(
      /^Cannot start the screen reader \(orca\): it ended at once: no bus$/,
    );
    expect(processesWith(mark, id)).toEqual([]);
  });

  it('says of a reader that takes no more notice of keys after which one it hangs', async () => {
    const desk = await openDesk({ env: programs({ orca: `${greets}; exec sleep 600` }), patienceMs: 1000 });
    await expect(desk.press('Tab')).rejects.toThrow(
      /^Cannot listen: the screen reader \(orca\) hangs, 1 s after "Tab"$/,
    );
    await desk.close();
    expect(processesWith(mark, id)).toEqual([]);
  });

  it.each([
    ['hangs', 'exec sleep 600', /^Cannot start firefox: Timed out after 1000 ms[^\n]*$/],
    ['ends', 'exit 3', /^Cannot start firefox: Failed to launch the browser process[^\n]*$/],
  ])('is closed where its browser %s', async (_what, script, message) => {
    const env = programs({ orca: `${greets}; exec sleep 600`, firefox: script });
    env.FIREFOX = join(env.PATH?.split(':')[0] ?? '', 'firefox');
    await expect(openListener('firefox', { env, patienceMs: 1000 })).rejects.toThrow(message);
    expect(processesWith(mark, id)).toEqual([]);
  });
});

/** What a reader's log has as soon as it is at work; the log is its first argument. */
const greets = `echo "SPEECH OUTPUT: 'Screen reader on.'" >"\${1#--debug-file=}"`;

function newHousehold(): Household {
  const house = household();
  onTestFinished(() => house.end());
  return house;
}

/** An environment in which some programs are others. */
function programs(scripts: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${folder}:${process.env.PATH}`, [mark]: id };
}
