import type { FastifyInstance } from 'fastify';
import type { StudioEvent } from '../../../studio/protocol.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sessionOf } from './door.ts';

/** Often enough that no proxy takes the connection for dead. */
const heartbeatMs = 20_000;

/** Server-sent events (HTML Standard, section 9.2), until the session that asked for them ends. */
export function eventsRoute(
  scope: FastifyInstance,
  { now, studio: { workshop, sessions } }: HttpDependencies,
): void {
  const open = new Set<() => void>();
  scope.get('/api/events', { config: { role: 'viewer' } }, (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    const headers = { ...reply.getHeaders(), 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
    raw.writeHead(200, headers as Record<string, string>);
    const write = (event: StudioEvent) => void raw.write(`data: ${JSON.stringify(event)}\n\n`);
    const { page } = Object(request.query) as { readonly page?: unknown };
    const session = sessionOf(request);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stops = [
      workshop.listen(write, typeof page === 'string' ? page.slice(0, 100) : ''),
      sessions.onEnd((token) => token === session && signOut()),
      () => clearTimeout(timer),
    ];

    /** The next comes when the session ends, if not before. */
    function beat(): void {
      const left = sessions.leftMs(session, now());
      if (left === 0) {
        signOut();
        return;
      }
      raw.write(': \n\n');
      timer = setTimeout(beat, Math.min(heartbeatMs, left));
    }
    function signOut(): void {
      write({ kind: 'signed-out' });
      end();
    }
    function end(): void {
      if (!open.delete(end)) return;
      for (const stop of stops) stop();
      raw.end();
    }
    open.add(end);
    request.raw.once('close', end);
    beat();
  });
  scope.addHook('preClose', async () => {
    for (const end of open) end();
  });
}
