/** A WebKit that is controlled by WebDriver (https://w3c.github.io/webdriver/). */
export interface WebdriverSession {
  readonly ask: <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** The path of the first match of a selector. */
  readonly find: (selector: string) => Promise<string>;
  /** Runs a function in the page. It may use its arguments only. */
  readonly evaluate: <Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>;
}

/** WebDriver, section Elements, "web element identifier": the property of an element's reference. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

interface Times {
  readonly startMs: number;
  readonly answerMs: number;
}

/**
 * Lets the driver at an origin start a browser.
 * @throws One line, with the command and the driver's message.
 */
export async function openWebdriverSession(
  origin: string,
  alwaysMatch: Readonly<Record<string, unknown>>,
  { startMs, answerMs }: Times,
): Promise<WebdriverSession> {
  const { sessionId } = await sendCommand<{ readonly sessionId: string }>('POST', `${origin}/session`, {
    body: { capabilities: { alwaysMatch } },
    timeoutMs: startMs,
  });
  const ask: WebdriverSession['ask'] = (method, path, body) =>
    sendCommand(method, `${origin}/session/${sessionId}${path}`, { body, timeoutMs: answerMs });
  await ask('POST', '/timeouts', { script: answerMs, pageLoad: answerMs, implicit: 0 });
  return {
    ask,
    async find(value) {
      const found = await ask<Record<string, string>>('POST', '/element', { using: 'css selector', value });
      return `/element/${found[elementKey]}`;
    },
    evaluate: (run, ...args) =>
      ask('POST', '/execute/async', { script: toScript(run), args }).then(toResult) as never,
  };
}

interface Command {
  readonly body?: unknown;
  readonly timeoutMs: number;
}

async function sendCommand<Answer>(
  method: string,
  url: string,
  { body, timeoutMs }: Command,
): Promise<Answer> {
  const what = `${method} ${new URL(url).pathname.replace(/\/session\/[^/]+/, '')}`;
  const signal = AbortSignal.timeout(timeoutMs);
  const content = body === undefined ? null : JSON.stringify(body);
  const response = await fetch(url, { method, signal, body: content }).catch((error: unknown) => {
    const reason = signal.aborted ? `no answer after ${timeoutMs / 1000} s` : String(error);
    throw new Error(`WebKit: ${what}: ${reason}`);
  });
  const { value } = (await response.json()) as {
    readonly value: Answer & { readonly error?: string; readonly message?: string };
  };
  if (response.ok) return value;
  throw new Error(`WebKit: ${what}: ${value.error} ${value.message}`);
}

/** A promise is awaited, and its rejection is returned as a string. */
function toScript(run: unknown): string {
  return `const [answer, ...args] = [arguments[arguments.length - 1], ...[...arguments].slice(0, -1)];
    Promise.resolve().then(() => (${run})(...args)).then((value) => answer({ value }), (error) => answer({ error: String(error) }));`;
}

function toResult(answer: unknown): unknown {
  const { value, error } = answer as { readonly value?: unknown; readonly error?: string };
  if (error !== undefined) throw new Error(`WebKit: ${error}`);
  return value ?? undefined;
}
