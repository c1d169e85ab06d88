import { onTestFinished } from 'vitest';
import type { StudioEvent } from '../../src/api/studio.ts';

export interface ReceivedEvents {
  /** Everything received so far. */
  readonly events: readonly StudioEvent[];
  readonly of: <Kind extends StudioEvent['kind']>(
    kind: Kind,
  ) => readonly Extract<StudioEvent, { readonly kind: Kind }>[];
  readonly stop: () => Promise<void>;
}

/** Receives a server's events until the test has finished. */
export async function receiveStudioEvents(
  url: string,
  { cookie, page }: { readonly cookie: string; readonly page: string },
): Promise<ReceivedEvents> {
  const events: StudioEvent[] = [];
  const ending = new AbortController();
  const stream = await fetch(new URL(`/studio/api/events?${new URLSearchParams({ page })}`, url), {
    headers: { cookie },
    signal: ending.signal,
  });
  const over = (async () => {
    let text = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      const reported = parts.filter((part) => part.startsWith('data: '));
      events.push(...reported.map((part) => JSON.parse(part.slice(6)) as StudioEvent));
    }
  })().catch(() => undefined);
  const stop = async () => {
    ending.abort();
    await over;
  };
  onTestFinished(stop);
  return {
    events,
    of: <Kind extends StudioEvent['kind']>(kind: Kind) =>
      events.filter((event): event is Extract<StudioEvent, { readonly kind: Kind }> => event.kind === kind),
    stop,
  };
}
