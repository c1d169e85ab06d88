import type { FastifyInstance } from 'fastify';
import type { StudioEvent } from '../../../studio/protocol.ts';
import { mayWithEnquiries, meOf } from '../../people/actor.ts';
import type { ResultOf } from '../../store/store.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { admittedBy } from './door.ts';

/** Often enough that no proxy takes the connection for dead. */
const heartbeatMs = 20_000;

/** What changes with anything that becomes of enquiries, on whichever instance. */
type Pulse = ResultOf<'deskPulse'>;

/** Somebody's open stream. */
interface Stream {
  /** Asks whether they may still have it, and tells them what they may by now. */
  readonly look: () => Promise<void>;
  /** Whether enquiries are theirs to see. */
  readonly isOfEnquiries: () => boolean;
  /** Tells them of enquiries, where something is otherwise than they were told last. */
  readonly tell: (pulse: Pulse) => void;
  readonly end: () => void;
}

/**
 * Server-sent events (HTML Standard, section 9.2), until the pass that they were asked for with holds no more: ended here, on another
 * instance, or by its time.
 */
export function eventsRoute(
  scope: FastifyInstance,
  { store, settings, log, studio: { workshop, people } }: HttpDependencies,
): void {
  const open = new Set<Stream>();
  let watch: ReturnType<typeof setInterval> | undefined;

  function lookAtAll(): void {
    for (const { look } of open)
      look().catch((error: unknown) => log.error('studio-standing-not-known', error));
    lookAtEnquiries().catch((error: unknown) => log.error('enquiries-not-told', error));
  }

  async function lookAtEnquiries(): Promise<void> {
    if (![...open].some(({ isOfEnquiries }) => isOfEnquiries())) return;
    const pulse = await store.deskPulse();
    for (const { tell } of open) tell(pulse);
  }

  function add(stream: Stream): void {
    open.add(stream);
    watch ??= setInterval(lookAtAll, settings.people.standingEveryMs);
  }

  function remove(stream: Stream): boolean {
    const wasOpen = open.delete(stream);
    if (open.size === 0) {
      clearInterval(watch);
      watch = undefined;
    }
    return wasOpen;
  }

  scope.get('/api/events', { config: { role: 'viewer' } }, (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    const headers = { ...reply.getHeaders(), 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
    raw.writeHead(200, headers as Record<string, string>);
    const write = (event: StudioEvent) => void raw.write(`data: ${JSON.stringify(event)}\n\n`);
    const { page } = Object(request.query) as { readonly page?: unknown };
    const { pass, standing } = admittedBy(request);
    let reach = standing.reach;
    let pulseTold = '';
    let told = JSON.stringify(meOf(standing.person, { via: pass.via, reach: standing.reach }));
    const beat = setInterval(() => raw.write(': \n\n'), heartbeatMs);
    const stop = workshop.listen(write, typeof page === 'string' ? page.slice(0, 100) : '');

    const stream: Stream = {
      async look() {
        const now = await people.passes.standing(pass);
        if (!open.has(stream)) return;
        if (now.kind !== 'holds') {
          write({ kind: 'signed-out' });
          stream.end();
          return;
        }
        reach = now.reach;
        const me = meOf(now.person, { via: pass.via, reach });
        if (JSON.stringify(me) === told) return;
        told = JSON.stringify(me);
        write({ kind: 'me', me });
      },
      isOfEnquiries: () => mayWithEnquiries(reach, 'read'),
      tell(pulse) {
        const now = JSON.stringify(pulse);
        if (now === pulseTold || !open.has(stream) || !stream.isOfEnquiries()) return;
        // The first time, too: what became of them since the page was last told, whoever had it open then.
        pulseTold = now;
        write({ kind: 'enquiries', latest: pulse.enquiry });
      },
      end() {
        if (!remove(stream)) return;
        clearInterval(beat);
        stop();
        raw.end();
      },
    };
    add(stream);
    request.raw.once('close', stream.end);
    raw.write(': \n\n');
  });
  scope.addHook('preClose', async () => {
    for (const { end } of open) end();
  });
}
