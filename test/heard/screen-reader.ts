import { execFile } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDisplay } from '../browsers/display.ts';
import { createProcessGroup, type ProcessGroup } from '../browsers/processes.ts';

/** An X display with a screen reader and a keyboard, without sound. */
export interface ScreenReaderDisplay {
  /** The environment of a browser on this display. */
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  /**
   * Presses keys by their names in X (`Tab`, `shift+Tab`, `Return`, `Down`), each once the reader has
   * finished with the previous one.
   */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Gives the keyboard to the window of a class: `firefox`. */
  readonly focusWindow: (name: string) => Promise<void>;
  /** The current position in the reader's output. */
  readonly mark: () => number;
  /** Returns the reader's utterances between two marks. */
  readonly readUtterances: (from: number, to: number) => readonly string[];
  /** Resolves once the reader has been idle for a while: by default long enough to finish with a key. */
  readonly quiet: (forMs?: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The timeout of the reader's start and of its reaction to a key. */
const patienceMs = 30_000;

/**
 * Starts the programs.
 * @throws One line that names what did not start, within a minute; all processes are ended then.
 */
export async function openScreenReaderDisplay(): Promise<ScreenReaderDisplay> {
  const house = createProcessGroup(environment);
  const { folder, env } = house;
  try {
    writeSettings(folder, env);
    await openDisplay(house);
    await startReader(house);
  } catch (error) {
    await house.end();
    throw error;
  }
  const log = join(folder, 'orca.txt');
  const keyboard = (...args: readonly string[]) => run('xdotool', args, { env, timeout: 20_000 });
  return {
    env,
    folder,
    async press(...keys) {
      for (const key of keys) {
        const before = getSize(log);
        await keyboard('key', '--clearmodifiers', key);
        await awaitNotice(log, { before, key });
        await awaitQuiet(log);
      }
    },
    async type(text) {
      await keyboard('type', '--delay', '40', text);
    },
    focusWindow: (name) => focusWindow(name, keyboard),
    mark: () => getSize(log),
    readUtterances: (from, to) => utterancesIn(readLog(log, from, to)),
    quiet: (forMs) => awaitQuiet(log, forMs),
    close: () => house.end(),
  };
}

const run = promisify(execFile);

/** GTK's programs report to a screen reader only if they are asked to. */
const environment: NodeJS.ProcessEnv = {
  GTK_MODULES: 'gail:atk-bridge',
  GNOME_ACCESSIBILITY: '1',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
};

/**
 * No sound card is needed: with a real synthesizer and no sound card the reader hangs at its start. libao can
 * discard sound.
 */
const speechSettings = `LogLevel 1
AudioOutputMethod "libao"
AddModule "dummy" "sd_dummy" ""
DefaultModule dummy
`;

/**
 * Utterances are logged at once, with just enough detail to see that the reader is working. Typed letters are
 * not repeated, and a page is not read aloud before a key is pressed.
 */
const readerSettings = `import orca.debug, orca.settings
orca.debug.debugLevel = orca.debug.LEVEL_INFO
orca.debug.debugFile.reconfigure(line_buffering=True)
orca.settings.enableKeyEcho = False
orca.settings.sayAllOnLoad = False
`;

function writeSettings(folder: string, env: NodeJS.ProcessEnv): void {
  const runtime = join(folder, 'run');
  const speech = join(folder, 'speech');
  const reader = join(folder, '.local/share/orca');
  // Orca looks for other instances with pgrep and ends them or itself, even if they have other displays.
  const tools = join(folder, 'bin');
  for (const path of [runtime, speech, reader, tools]) mkdirSync(path, { recursive: true, mode: 0o700 });
  writeFileSync(join(speech, 'speechd.conf'), speechSettings);
  writeFileSync(join(folder, '.libao'), 'default_driver=null\n');
  writeFileSync(join(reader, 'orca-customizations.py'), readerSettings);
  writeFileSync(join(tools, 'pgrep'), '#!/bin/sh\n', { mode: 0o755 });
  env.PATH = `${tools}:${env.PATH}`;
  env.HOME = folder;
  env.XDG_RUNTIME_DIR = runtime;
  env.DBUS_SESSION_BUS_ADDRESS = `unix:path=${join(runtime, 'bus')}`;
  env.SPEECHD_ADDRESS = `unix_socket:${join(runtime, 'speech.sock')}`;
  for (const name of ['XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'AT_SPI_BUS_ADDRESS'])
    delete env[name];
}

async function startReader({ start, folder, env }: ProcessGroup): Promise<void> {
  const runtime = env.XDG_RUNTIME_DIR ?? '';
  const isThere = (path: string) => () => existsSync(path);
  await start({
    name: 'the session bus',
    command: 'dbus-daemon',
    args: ['--session', '--nofork', '--nopidfile', `--address=${env.DBUS_SESSION_BUS_ADDRESS}`],
    timeoutMs: 5000,
    isReady: isThere(join(runtime, 'bus')),
  });
  await start({
    name: 'the accessibility bus',
    command: '/usr/libexec/at-spi-bus-launcher',
    args: ['--launch-immediately'],
    timeoutMs: 5000,
    isReady: () => isNameTaken('org.a11y.Bus', env),
  });
  await start({
    name: 'speech',
    command: 'speech-dispatcher',
    args: [
      '--run-single',
      '-C',
      join(folder, 'speech'),
      '-c',
      'unix_socket',
      '-S',
      join(runtime, 'speech.sock'),
    ],
    timeoutMs: 8000,
    isReady: isThere(join(runtime, 'speech.sock')),
  });
  await start({
    name: 'the window manager',
    command: 'openbox',
    args: ['--sm-disable'],
    timeoutMs: 5000,
    isReady: async () =>
      (await run('xdotool', ['get_num_desktops'], { env }).catch(() => undefined)) !== undefined,
  });
  const log = join(folder, 'orca.txt');
  await start({
    name: 'the screen reader',
    command: 'orca',
    args: [`--debug-file=${log}`],
    timeoutMs: patienceMs,
    isReady: () => existsSync(log) && utterancesIn(readLog(log, 0, getSize(log))).length > 0,
  });
}

async function isNameTaken(name: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const question = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
  ];
  const answer = await run('dbus-send', [...question, `string:${name}`], { env }).catch(() => ({
    stdout: '',
  }));
  return answer.stdout.includes('true');
}

/** The timeout of a browser's first window. */
const windowTimeoutMs = 40_000;

async function focusWindow(
  name: string,
  keyboard: (...args: readonly string[]) => Promise<{ readonly stdout: string }>,
): Promise<void> {
  const deadline = Date.now() + windowTimeoutMs;
  for (;;) {
    const found = await keyboard('search', '--onlyvisible', '--class', name).catch(() => ({ stdout: '' }));
    const id = found.stdout.trim().split('\n').at(-1);
    if (id) return void (await keyboard('windowfocus', '--sync', id));
    if (Date.now() > deadline)
      throw new Error(`Cannot listen to ${name}: no window after ${windowTimeoutMs / 1000} s`);
    await wait(100);
  }
}

/**
 * Waits until the reader logs that a key was pressed, which it does for every key.
 * @throws If it does not.
 */
async function awaitNotice(
  log: string,
  { before, key }: { readonly before: number; readonly key: string },
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (getSize(log) === before) {
    if (Date.now() > deadline)
      throw new Error(`Cannot listen: the screen reader (orca) hangs, ${patienceMs / 1000} s after "${key}"`);
    await wait(20);
  }
}

/** The reader has finished with a key once it has written nothing for this long. */
const quietMs = 700;

/** It may never be idle if something on a page moves: then the output until now is used. */
const longestWaitMs = 15_000;

async function awaitQuiet(log: string, forMs = quietMs): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  let size = -1;
  let since = Date.now();
  while (Date.now() - since < forMs && Date.now() < deadline) {
    await wait(50);
    const now = getSize(log);
    if (now !== size) since = Date.now();
    size = now;
  }
}

function getSize(log: string): number {
  return statSync(log).size;
}

function readLog(log: string, from: number, to: number): string {
  const bytes = Buffer.alloc(to - from);
  const file = openSync(log, 'r');
  const count = readSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
  return bytes.toString('utf8', 0, count);
}

/**
 * Parses utterances in the reader's log: `SPEECH OUTPUT: 'Name entry' {...}`, on several lines if the text
 * has line breaks.
 */
function utterancesIn(log: string): readonly string[] {
  const speech = log.matchAll(/SPEECH OUTPUT: '(.*?)' ?(?:\[?\{[^{}\n]*\}\]?)?(?: voice=\w+)?$/gms);
  return [...speech]
    .map(([, words = '']) => words.replaceAll(/\s+/g, ' ').trim())
    .filter((words) => words !== '');
}
