import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy in front of the server that delays, fails or observes answers in every engine alike. */
export interface Relay {
  /** Its origin: `http://localhost:4567`. */
  readonly url: string;
  /** Answers the next requests to paths with this prefix with an empty response of a status. */
  readonly fail: (path: string, times: number, status?: number) => void;
  readonly delay: (path: string, ms: number) => void;
  /** Sends a share of the bytes of matching answers at once, the rest after `letGo`. */
  readonly stall: (path: RegExp, share: number) => Stall;
  /**
   * Cuts requests to paths with this prefix, `before` they reach the server, `amid` their body, or `after` the server
   * has answered them: the answer is lost. Returns the function that ends this. Browsers repeat some lost requests.
   */
  readonly cut: (path: string, when: CutMoment) => () => void;
  /** Cuts those requests to paths with this prefix for which `choose` returns a moment. */
  readonly lose: (path: string, choose: () => CutMoment | undefined) => void;
  /** Cuts all requests until it is called with false. */
  readonly cutAll: (isCut: boolean) => void;
  /** Removes the scripts of pages from now on. */
  readonly removeScripts: () => void;
  /** The complaints of pages: uncaught errors, unhandled rejections and violations of the security policy. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

export type CutMoment = 'before' | 'amid' | 'after';

/** Answers that are stopped in the middle. */
export interface Stall {
  /** Resolves once the first of them is. */
  readonly hasBegun: Promise<void>;
  readonly letGo: () => void;
}

declare global {
  interface Window {
    /** Resolves once the relay has received the page's complaints. Absent in pages without scripts. */
    relayToldAll?: () => Promise<void>;
  }
}

/** Runs in a page. Resolves once its relay has received its complaints. */
export async function flushComplaints(): Promise<void> {
  await window.relayToldAll?.();
}

/** Opens a relay in front of the server at an origin. */
export async function openRelay(origin: string): Promise<Relay> {
  const target = new URL(origin);
  const failures: { path: string; left: number; status: number }[] = [];
  const delays: { path: string; ms: number }[] = [];
  const stalls: { path: RegExp; halt: StallPoint }[] = [];
  let cuts: readonly { path: string; choose: () => CutMoment | undefined }[] = [];
  const complaints: string[] = [];
  let hasScripts = true;
  let isCut = false;

  const server = createServer(async (asked, answer) => {
    const path = asked.url ?? '/';
    if (isCut) return void asked.destroy();
    const when = cuts.find((one) => path.startsWith(one.path))?.choose();
    if (when) return cutRequest(asked, target, when);
    if (path === probePath) return void serveObserver(asked, answer, complaints);
    await wait(delays.find((delay) => path.startsWith(delay.path))?.ms ?? 0);
    const failure = failures.find((one) => one.left > 0 && path.startsWith(one.path));
    const halt = stalls.find((stall) => stall.path.test(path))?.halt;
    if (!failure)
      return forwardRequest(asked, answer, {
        target,
        change: hasScripts ? addObserver : removeScripts,
        halt,
      });
    failure.left--;
    asked.resume();
    answer.writeHead(failure.status, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    fail: (path, times, status = 503) => void failures.push({ path, left: times, status }),
    cut(path, when) {
      const added = { path, choose: () => when };
      cuts = [...cuts, added];
      return () => {
        cuts = cuts.filter((one) => one !== added);
      };
    },
    lose: (path, choose) => {
      cuts = [...cuts, { path, choose }];
    },
    cutAll(next) {
      isCut = next;
      if (isCut) server.closeAllConnections();
    },
    delay: (path, ms) => void delays.unshift({ path, ms }),
    stall(path, share) {
      const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      stalls.unshift({ path, halt: { share, hasCome: begun.resolve, isOver: gate.promise } });
      return { hasBegun: begun.promise, letGo: gate.resolve };
    },
    removeScripts() {
      hasScripts = false;
    },
    complaints,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ends the connection of a request. The server gets nothing, half of the body, or all of it. */
async function cutRequest(asked: IncomingMessage, target: URL, when: CutMoment): Promise<void> {
  if (when === 'before') return void asked.destroy();
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { hostname, port } = target;
  const passed = request({
    agent: oneTime,
    hostname,
    port,
    method: asked.method,
    path: asked.url,
    headers: asked.headers,
  });
  passed.on('error', () => undefined);
  if (when === 'amid') {
    passed.write(body.subarray(0, body.length / 2));
    setImmediate(() => passed.destroy());
  } else {
    const [answer] = (await once(passed.end(body), 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
  }
  asked.socket.destroy();
}

interface RelayOptions {
  readonly target: URL;
  readonly change: (html: string) => string;
  /** The point at which the answer stops. */
  readonly halt: StallPoint | undefined;
}

interface StallPoint {
  /** The share of bytes that is sent before it stops: 0.5. */
  readonly share: number;
  readonly hasCome: () => void;
  readonly isOver: Promise<void>;
}

/** The server may close a persistent connection at this moment, and a font would be lost. */
const oneTime = new Agent({ keepAlive: false });

/** Forwards the original `Host`, so that addresses made by the server lead here. */
function forwardRequest(asked: IncomingMessage, answer: ServerResponse, options: RelayOptions): void {
  const { hostname, port } = options.target;
  const headers = { ...asked.headers, 'accept-encoding': 'identity' };
  const passed = request(
    { agent: oneTime, hostname, port, method: asked.method, path: asked.url, headers },
    (response) => void forwardAnswer(response, answer, options).catch(() => answer.destroy()),
  );
  // The browser or the server may have been closed.
  passed.on('error', () => answer.destroy());
  // Otherwise the server counts the event streams of pages that were left, and refuses more.
  answer.on('close', () => passed.destroy());
  asked.pipe(passed);
}

/** Rejects if the browser leaves before the answer has arrived. */
async function forwardAnswer(
  response: IncomingMessage,
  answer: ServerResponse,
  { change, halt }: RelayOptions,
): Promise<void> {
  const { 'content-length': _length, ...kept } = response.headers;
  const edit = getTextChange(response.headers['content-type'] ?? '', change);
  answer.writeHead(response.statusCode ?? 502, edit ? kept : response.headers);
  if (!edit && !halt) return void response.pipe(answer);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  const body = edit ? Buffer.from(edit(whole.toString())) : whole;
  const before = Math.floor(body.length * (halt?.share ?? 0));
  answer.write(body.subarray(0, before));
  halt?.hasCome();
  await halt?.isOver;
  answer.end(body.subarray(before));
}

/**
 * Shows fonts once they have loaded: by default the pages use them from the next visit on
 * (src/site/styles/fonts.css).
 */
function getTextChange(type: string, change: RelayOptions['change']): ((text: string) => string) | undefined {
  if (type.startsWith('text/html')) return change;
  if (type.startsWith('text/css'))
    return (css) => css.replaceAll(/font-display:\s*optional/g, 'font-display:block');
  return undefined;
}

const probePath = '/relay-probe.js';

/** Before every other script, and from the page's own origin, because its policy allows no other. */
function addObserver(html: string): string {
  return html.replace('<head>', `<head><script src="${probePath}"></script>`);
}

function removeScripts(html: string): string {
  return html
    .replaceAll(/<script[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<\/?noscript>/g, '');
}

/** Serves the script that observes a page, and receives its complaints. */
async function serveObserver(
  asked: IncomingMessage,
  answer: ServerResponse,
  complaints: string[],
): Promise<void> {
  if (asked.method !== 'POST') {
    answer
      .writeHead(200, { 'Content-Type': 'text/javascript' })
      .end(`(${observePage})(${JSON.stringify(probePath)})`);
    return;
  }
  let text = '';
  for await (const chunk of asked.setEncoding('utf8')) text += chunk;
  complaints.push(text);
  answer.writeHead(204).end();
}

/** Runs in every page before its own scripts. */
function observePage(path: string): void {
  const reported: Promise<unknown>[] = [];
  const reportComplaint = (complaint: string) =>
    void reported.push(
      fetch(path, { method: 'POST', body: complaint, keepalive: true }).catch(() => undefined),
    );
  addEventListener('error', ({ message }) => message && reportComplaint(`error: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => reportComplaint(`unhandled rejection: ${reason}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    reportComplaint(`the policy refused ${blockedURI} by ${violatedDirective} in ${sourceFile}`),
  );
  window.relayToldAll = async () => void (await Promise.all(reported));
}
