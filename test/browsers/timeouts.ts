import type { Tab } from './tab.ts';

/**
 * Longer than a browser needs to start or to answer on a busy machine, but failures are reported within a
 * minute.
 */
export const defaultTimeoutMs = 45_000;

/**
 * Awaits an answer with a timeout.
 * @throws One line that names the missing answer.
 */
export async function awaitWithin<Answer>(
  ms: number,
  what: string,
  answer: Promise<Answer>,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer after ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a tab whose methods time out.
 * @throws One line with the browser and the request.
 */
export function withTimeouts(tab: Tab, ms: number): Tab {
  const methods = Object.entries(tab).map(([name, method]) => [
    name,
    typeof method !== 'function'
      ? method
      : (...args: readonly unknown[]) =>
          awaitWithin(
            ms,
            [tab.engine, name, ...args.filter((arg) => typeof arg === 'string')].join(' '),
            method(...args),
          ),
  ]);
  // Each method is wrapped with the same type.
  return Object.fromEntries(methods) as Tab;
}

/** Returns an error's message as one line of at most 300 characters. */
export function toShortLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
