import type { FastifyInstance } from 'fastify';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { AccessScope } from '../../../api/people.ts';
import type { StudioEvent } from '../../../api/studio.ts';
import { includesEnquiryRight, toSignedInPerson } from '../../admin/people/actor.ts';
import { toEnquiryScope } from '../../inbox/enquiry-scope.ts';
import type { InboxPulse } from '../../store/records/inbox-entry.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { getAdmission, sendPeopleRefusal } from './account/auth.ts';

/** Short enough that proxies do not close an idle connection. */
const heartbeatMs = 20_000;

/** Seconds after which a person with too many streams may try again. One of them may be closed by then. */
const fullRetryS = 3;

interface Stream {
  readonly person: string;
  readonly session: string;
  /**
   * Sends `signed-out` and closes the stream if its credential has ended; else sends the person and their
   * rights if they changed.
   */
  readonly checkAccess: () => Promise<void>;
  readonly maySeeEnquiries: () => boolean;
  /**
   * Sends an event at the first call, and later if enquiries in the person's scope may have changed. Sends
   * nothing if the person may not see enquiries.
   */
  readonly reportEnquiries: (pulse: InboxPulse) => Promise<void>;
  /** Removes the stream and closes its connection. A second call does nothing. */
  readonly end: () => void;
}

/**
 * Adds the server-sent events of the studio (HTML Standard, section 9.2). A stream ends with its credential:
 * by expiry, or if it is ended on any instance. Too many streams of one person or session are refused with
 * 429.
 */
export function addEventsRoute(
  scope: FastifyInstance,
  { store, settings, log, forms, content, studio: { draftService, people } }: HttpDependencies,
): void {
  const { streams } = settings.people;
  const open = new Set<Stream>();
  let checkTimer: ReturnType<typeof setInterval> | undefined;

  /**
   * Starts checking the access of all streams and reporting changes of enquiries to them. Errors are logged.
   */
  function checkStreams(): void {
    for (const { checkAccess } of open)
      checkAccess().catch((error: unknown) => log.error('studio-standing-not-known', error));
    reportEnquiryChanges().catch((error: unknown) => log.error('enquiries-not-told', error));
  }

  /**
   * Reads the pulse of the inbox and passes it to all streams. Does nothing if nobody with a stream may see
   * enquiries.
   */
  async function reportEnquiryChanges(): Promise<void> {
    if (![...open].some(({ maySeeEnquiries }) => maySeeEnquiries())) return;
    const pulse = await store.inboxPulse();
    await Promise.all([...open].map(({ reportEnquiries }) => reportEnquiries(pulse)));
  }

  /**
   * Returns the sequence number of the newest enquiry in the person's scope, or 0 if there is none. If the
   * scope has limits and nothing was erased since `since`, it returns that of the newest enquiry that has
   * changed since then, or undefined if none has.
   */
  async function findLatestEnquiry(
    reach: AccessScope,
    pulse: InboxPulse,
    since?: InboxPulse,
  ): Promise<number | undefined> {
    const within = toEnquiryScope(reach, { form: forms.current().form, content: content() });
    if (!within.types && !within.sites) return pulse.enquiry;
    if (since && since.erasure === pulse.erasure) return store.findInboxChange({ since, within });
    const [latest] = await store.findEnquiries({ filter: { within }, limit: 1 });
    return latest?.sequence ?? 0;
  }

  /** Adds a stream, and starts the regular checks with the first one. */
  function addStream(stream: Stream): void {
    open.add(stream);
    checkTimer ??= setInterval(checkStreams, settings.people.standingEveryMs);
  }

  /**
   * Removes a stream, and stops the regular checks after the last one. Returns false if it was removed
   * before.
   */
  function removeStream(stream: Stream): boolean {
    const wasOpen = open.delete(stream);
    if (open.size === 0) {
      clearInterval(checkTimer);
      checkTimer = undefined;
    }
    return wasOpen;
  }

  scope.get('/api/events', { config: { role: 'viewer' } }, (request, reply) => {
    const { credential, status } = getAdmission(request);
    const own = [...open].filter(({ person }) => person === status.person.id);
    const ofSession = own.filter(({ session }) => session === status.id);
    if (own.length >= streams.ofPerson || ofSession.length >= streams.ofSession)
      return sendPeopleRefusal(reply, 429, { error: 'too-many-requests', retryAfterS: fullRetryS });
    reply.hijack();
    const { raw } = reply;
    const headers = { ...reply.getHeaders(), 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
    raw.writeHead(200, headers as Record<string, string>);
    /** Sends an event, and closes the connection if too many bytes are unread. */
    const sendEvent = (event: StudioEvent) => {
      raw.write(formatEvent(event));
      // Disconnect readers that are too slow. They get the current state when they reconnect.
      if (raw.writableLength > streams.mostUnreadBytes) raw.destroy();
    };
    const { page } = Object(request.query) as { readonly page?: unknown };
    let reach = status.reach;
    let seen: InboxPulse | undefined;
    let latest = 0;
    let sentJson = JSON.stringify(
      toSignedInPerson(status.person, { via: credential.via, reach: status.reach }),
    );
    const heartbeat = setInterval(() => raw.write(': \n\n'), heartbeatMs);
    const unsubscribe = draftService.subscribe(sendEvent, typeof page === 'string' ? page.slice(0, 100) : '');

    const stream: Stream = {
      person: status.person.id,
      session: status.id,
      async checkAccess() {
        const now = await people.credentials.check(credential);
        if (!open.has(stream)) return;
        if (now.kind !== 'holds') {
          sendEvent({ kind: 'signed-out' });
          stream.end();
          return;
        }
        reach = now.reach;
        const me = toSignedInPerson(now.person, { via: credential.via, reach });
        if (JSON.stringify(me) === sentJson) return;
        sentJson = JSON.stringify(me);
        sendEvent({ kind: 'me', me });
      },
      maySeeEnquiries: () => includesEnquiryRight(reach, 'read'),
      async reportEnquiries(pulse) {
        const since = seen;
        if (isSamePulse(pulse, since) || !open.has(stream) || !stream.maySeeEnquiries()) return;
        seen = pulse;
        // Also the first time: enquiries may have changed since the page was loaded.
        const found = await findLatestEnquiry(reach, pulse, since).catch((error: unknown) => {
          seen = undefined;
          throw error;
        });
        if (found === undefined || !open.has(stream) || !stream.maySeeEnquiries()) return;
        latest = Math.max(latest, found);
        sendEvent({ kind: 'enquiries', latest });
      },
      end() {
        if (!removeStream(stream)) return;
        clearInterval(heartbeat);
        unsubscribe();
        raw.end();
      },
    };
    addStream(stream);
    request.raw.once('close', stream.end);
    raw.write(': \n\n');
  });
  scope.addHook('preClose', async () => {
    for (const { end } of open) end();
  });
}

/** Formats an event. The text is cached, because all streams send the same. */
const formatEvent = memoizeByObject((event: StudioEvent): string => `data: ${JSON.stringify(event)}\n\n`);

function isSamePulse(pulse: InboxPulse, other: InboxPulse | undefined): boolean {
  return JSON.stringify(pulse) === JSON.stringify(other);
}
