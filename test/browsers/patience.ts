import type { Tab } from './tab.ts';

/** Longer than a browser takes to start, or to answer, on a busy machine; whoever waits in vain is told within a minute. */
export const usualPatienceMs = 45_000;

/** Settles as an answer does, or once it is late. @throws one line that says what had no answer. */
export async function within<Answer>(ms: number, what: string, answer: Promise<Answer>): Promise<Answer> {
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

/** A tab whose every answer comes within a time. @throws one line that names the browser and what it was asked. */
export function impatient(tab: Tab, ms: number): Tab {
  const methods = Object.entries(tab).map(([name, method]) => [
    name,
    typeof method !== 'function'
      ? method
      : (...args: readonly unknown[]) =>
          within(
            ms,
            [tab.engine, name, ...args.filter((arg) => typeof arg === 'string')].join(' '),
            method(...args),
          ),
  ]);
  // Each method is wrapped in one of its own type.
  return Object.fromEntries(methods) as Tab;
}

/** An error's message as one line, no longer than who reads it has patience for. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
