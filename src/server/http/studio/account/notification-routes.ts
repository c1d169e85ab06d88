import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTimeZone } from '#engine/model/moments/time-zone.ts';
import type { NotificationRule, NotificationSettings, NotificationView } from '../../../../api/inbox.ts';
import { factFilters } from '../../../preset/enquiries.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getPublicOrigin } from '../../origins.ts';
import { defineBody, flagShape, jsonShape, numberShape, textShape } from '../bodies.ts';
import { getBody, sendBadField } from '../body-fields.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';
import { getActor, getAdmission } from './auth.ts';

/** Adds the routes of one's own notifications by mail. Changing them needs a session, as all changes of an
 * account do. */
export function addNotificationRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, settings, studio } = dependencies;
  const { mostRules, unansweredMs } = settings.notifications;
  const reader = { config: { role: 'viewer', enquiries: 'read' } } as const;
  const bySession = { config: { ...reader.config, isBySession: true } } as const;

  /** Returns the settings of the signed-in person with their limits; without rules if they have none yet. */
  async function createView(request: FastifyRequest): Promise<NotificationView> {
    const [found] = await store.notificationSettings({ person: getActor(request).id });
    const { rules, hour, zone, isPaused = false } = found?.settings ?? unsetSettings;
    const { email } = getAdmission(request).status.person;
    return {
      rules,
      hour,
      zone,
      isPaused,
      ...(email !== undefined && { email }),
      isMailing: studio.people.links.isMailing,
      unansweredHours: Math.round(unansweredMs / 3_600_000),
      most: mostRules,
    };
  }

  scope.get('/api/me/notifications', reader, createView);

  scope.post(
    '/api/me/notifications',
    {
      ...bySession,
      ...defineBody({
        rules: { type: 'array', items: jsonShape },
        hour: numberShape,
        zone: textShape,
        isPaused: flagShape,
      }),
    },
    async (request, reply): Promise<NotificationView | FastifyReply> => {
      const parsed = parseNotificationSettings(getBody(request), mostRules);
      if (!parsed.ok) return sendBadField(reply, parsed.field, parsed.message);
      const origin = getPublicOrigin(request, dependencies);
      const person = getActor(request).id;
      const [found] = await store.notificationSettings({ person });
      // Without `isPaused` it stays: the link of a mail may have stopped them since the page was opened.
      const isPaused = parsed.settings.isPaused ?? found?.settings.isPaused ?? false;
      await store.setNotificationSettings({
        person,
        settings: { ...parsed.settings, isPaused, locale: negotiateStudioLocale(request), origin },
      });
      return createView(request);
    },
  );
}

/** The settings of a person who has saved none. The page replaces the time zone by that of the browser. */
const unsetSettings: NotificationSettings = { rules: [], hour: 8, zone: '' };

const kinds: readonly NotificationRule['kind'][] = ['new', 'assigned', 'unanswered'];
const times: readonly NotificationRule['when'][] = ['at-once', 'daily'];
const filters = ['type', 'site', ...factFilters] as const;

type ParsedSettings =
  | { readonly ok: true; readonly settings: NotificationSettings }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Parses the body of a change. Filters of things that do not exist any more match nothing, and stay. */
function parseNotificationSettings(
  { rules, hour, zone, isPaused }: Readonly<Record<string, unknown>>,
  mostRules: number,
): ParsedSettings {
  if (!Array.isArray(rules) || rules.length > mostRules)
    return { ok: false, field: 'rules', message: `Send at most ${mostRules} rules.` };
  const parsed = rules.map(parseRule);
  const valid = parsed.filter((rule) => rule !== undefined);
  if (valid.length < parsed.length)
    return { ok: false, field: 'rules', message: 'A rule has a kind and a time, and filters by id.' };
  if (typeof hour !== 'number' || !Number.isInteger(hour) || hour < 0 || hour > 23)
    return { ok: false, field: 'hour', message: 'The hour must be from 0 to 23.' };
  if (typeof zone !== 'string' || !isTimeZone(zone))
    return { ok: false, field: 'zone', message: 'There is no such time zone.' };
  return {
    ok: true,
    settings: { rules: valid, hour, zone, ...(typeof isPaused === 'boolean' && { isPaused }) },
  };
}

/** Parses a rule; undefined if it is none. Other members are left out. */
function parseRule(rule: unknown): NotificationRule | undefined {
  const given = Object(rule) as Readonly<Record<string, unknown>>;
  const kind = kinds.find((one) => one === given.kind);
  const when = times.find((one) => one === given.when);
  const wanted = filters.filter((name) => given[name] !== undefined);
  const isEach = wanted.every((name) => typeof given[name] === 'string' && isShort(String(given[name])));
  if (kind === undefined || when === undefined || !isEach) return undefined;
  return { kind, when, ...Object.fromEntries(wanted.map((name) => [name, given[name]])) };
}

/** Returns true if a text can be an id or a domain. */
function isShort(text: string): boolean {
  return text !== '' && text.length <= 300;
}
