import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright-core';
import { browserFlags, findBrowser } from '../../../support/browser.ts';

/** A connection with a browser or a tab (Chrome DevTools Protocol). */
export type Session = Pick<CDPSession, 'send' | 'on' | 'once' | 'off'>;

export interface Chromium extends Session {
  readonly attach: (targetId: string) => Promise<Session>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a Chromium that is controlled by its protocol only. Playwright enables the domain `Runtime`, as open
 * developer tools do. V8 then looks up the source position of each error, even if nobody reads it. React
 * creates some errors while it loads, for which V8 parses the whole script again: 80 of the 105 ms of a
 * page's longest task, which no visitor pays.
 */
export async function startChromium(): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'slipway-chromium-profile-'));
  const browser = spawn(findBrowser(), [...browserFlags, ...bareFlags, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const kill = () => browser.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(browser, 'exit');
  const [, , , toBrowser, fromBrowser] = browser.stdio as unknown as readonly [
    null,
    null,
    null,
    Writable,
    Readable,
  ];
  const connection = connect(toBrowser, fromBrowser);
  const session = connection.sessionOf();
  return Object.assign(session, {
    async attach(targetId: string) {
      const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: true });
      return connection.sessionOf(sessionId);
    },
    async close() {
      await session.send('Browser.close');
      await ended;
      process.off('exit', kill);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  });
}

/**
 * Disables the browser's own user interface: its windows, and the lists of its address bar, are pages as
 * well.
 */
const bareFlags: readonly string[] = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--disable-extensions',
  '--disable-features=AimEnabled,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

/** Messages end with a NUL. */
const end = '\0';

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method: string;
  readonly params: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** All sessions with one browser share two pipes. */
function connect(toBrowser: Writable, fromBrowser: Readable) {
  const sessions = new Map<string | undefined, EventEmitter>();
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let rest = '';
  const hear = ({ id, sessionId, method, params, result, error }: Message) => {
    if (id === undefined) return sessions.get(sessionId)?.emit(method, params);
    const answer = asked.get(id);
    asked.delete(id);
    return error ? answer?.reject(new Error(error.message)) : answer?.resolve(result);
  };
  fromBrowser.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split(end);
    rest = messages.pop() ?? '';
    for (const message of messages) hear(JSON.parse(message));
  });
  fromBrowser.on('close', () => {
    for (const { reject } of asked.values()) reject(new Error('The browser has ended'));
  });
  const send = (sessionId: string | undefined) => (method: string, params?: object) => {
    const answer = Promise.withResolvers<unknown>();
    lastId += 1;
    asked.set(lastId, answer);
    toBrowser.write(JSON.stringify({ id: lastId, sessionId, method, params }) + end);
    return answer.promise;
  };
  return {
    /** Returns a session by its id; the browser's own without an id. */
    sessionOf(sessionId?: string): Session {
      const emitter = new EventEmitter();
      sessions.set(sessionId, emitter);
      return Object.assign(emitter, { send: send(sessionId) }) as unknown as Session;
    },
  };
}
