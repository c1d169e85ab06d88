import type { FastifyInstance } from 'fastify';
import type { StudioEvent } from '../../../studio/protocol.ts';
import type { Reach } from '../../../studio/protocol-people.ts';
import { enquiryReach } from '../../desk/desk-reach.ts';
import { mayWithEnquiries, meOf } from '../../people/actor.ts';
import type { DeskPulse } from '../../store/desk-entry.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { admittedBy, refuse } from './door.ts';

/** Short enough that proxies do not close an idle connection. */
const heartbeatMs = 20_000;

/** Seconds after which a person with too many streams may try again. One of them may be closed by then. */
const fullRetryS = 3;

interface Stream {
  readonly person: string;
  readonly session: string;
  /** Closes the stream if its credential has ended, and sends the person's rights if they changed. */
  readonly look: () => Promise<void>;
  readonly isOfEnquiries: () => boolean;
  /** Sends an event if the enquiries in the person's scope have changed. */
  readonly tell: (pulse: DeskPulse) => Promise<void>;
  readonly end: () => void;
}

/**
 * Adds the server-sent events of the studio (HTML Standard, section 9.2). A stream ends with its credential:
 * by expiry, or if it is ended on any instance.
 */
export function eventsRoute(
  scope: FastifyInstance,
  { store, settings, log, forms, content, studio: { workshop, people } }: HttpDependencies,
): void {
  const { streams } = settings.people;
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
    await Promise.all([...open].map(({ tell }) => tell(pulse)));
  }

  /** Returns the newest enquiry to report. Undefined if nothing has changed in the person's scope. */
  async function latestFor(reach: Reach, pulse: DeskPulse, since?: DeskPulse): Promise<number | undefined> {
    const within = enquiryReach(reach, { form: forms.current().form, content: content() });
    if (!within.types && !within.sites) return pulse.enquiry;
    if (since && since.erasure === pulse.erasure) return store.deskChange({ since, within });
    const [latest] = await store.findEnquiries({ filter: { within }, limit: 1 });
    return latest?.sequence ?? 0;
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
    const { pass, standing } = admittedBy(request);
    const own = [...open].filter(({ person }) => person === standing.person.id);
    const ofSession = own.filter(({ session }) => session === standing.id);
    if (own.length >= streams.ofPerson || ofSession.length >= streams.ofSession)
      return refuse(reply, 429, { error: 'too-many-requests', retryAfterS: fullRetryS });
    reply.hijack();
    const { raw } = reply;
    const headers = { ...reply.getHeaders(), 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
    raw.writeHead(200, headers as Record<string, string>);
    const write = (event: StudioEvent) => {
      raw.write(messageOf(event));
      // Disconnect readers that are too slow. They get the current state when they reconnect.
      if (raw.writableLength > streams.mostUnreadBytes) raw.destroy();
    };
    const { page } = Object(request.query) as { readonly page?: unknown };
    let reach = standing.reach;
    let seen: DeskPulse | undefined;
    let latest = 0;
    let told = JSON.stringify(meOf(standing.person, { via: pass.via, reach: standing.reach }));
    const beat = setInterval(() => raw.write(': \n\n'), heartbeatMs);
    const stop = workshop.listen(write, typeof page === 'string' ? page.slice(0, 100) : '');

    const stream: Stream = {
      ...{ person: standing.person.id, session: standing.id },
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
      async tell(pulse) {
        const since = seen;
        if (isSamePulse(pulse, since) || !open.has(stream) || !stream.isOfEnquiries()) return;
        seen = pulse;
        // Also the first time: enquiries may have changed since the page was loaded.
        const found = await latestFor(reach, pulse, since).catch((error: unknown) => {
          seen = undefined;
          throw error;
        });
        if (found === undefined || !open.has(stream) || !stream.isOfEnquiries()) return;
        latest = Math.max(latest, found);
        write({ kind: 'enquiries', latest });
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

/** Formats an event. The text is cached, because all streams send the same. */
function messageOf(event: StudioEvent): string {
  const message = messages.get(event) ?? `data: ${JSON.stringify(event)}\n\n`;
  messages.set(event, message);
  return message;
}

const messages = new WeakMap<StudioEvent, string>();

function isSamePulse(pulse: DeskPulse, other: DeskPulse | undefined): boolean {
  return JSON.stringify(pulse) === JSON.stringify(other);
}
