import type { FastifyInstance } from 'fastify';
import type { StudioEvent } from '../../../studio/protocol.ts';
import type { Studio } from '../../studio/open-studio.ts';

/** Often enough that no proxy takes the connection for dead. */
const heartbeatMs = 20_000;

/** Server-sent events (HTML Standard, section 9.2). */
export function eventsRoute(scope: FastifyInstance, { workshop }: Studio): void {
  const open = new Set<() => void>();
  scope.get('/api/events', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    const headers = { ...reply.getHeaders(), 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
    raw.writeHead(200, headers as Record<string, string>);
    const write = (event: StudioEvent) => void raw.write(`data: ${JSON.stringify(event)}\n\n`);
    const beat = setInterval(() => void raw.write(': \n\n'), heartbeatMs);
    const { page } = Object(request.query) as { readonly page?: unknown };
    const stop = workshop.listen(write, typeof page === 'string' ? page.slice(0, 100) : '');
    const end = () => {
      clearInterval(beat);
      stop();
      open.delete(end);
      raw.end();
    };
    open.add(end);
    request.raw.once('close', end);
  });
  scope.addHook('preClose', async () => {
    for (const end of open) end();
  });
}
