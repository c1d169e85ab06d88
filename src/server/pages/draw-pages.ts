import { randomUUID } from 'node:crypto';
import { formatText, hiddenReason, type Plan } from '#engine';
import type { Content } from '../content/content.ts';
import type { Visit } from '../content/situation.ts';
import type { ReadyForm } from '../documents/ready-form.ts';
import type { Log } from '../log/log.ts';
import {
  type FormNote,
  indexView,
  type MessageName,
  messageView,
  pageView,
  plainView,
} from './page-views.ts';
import type { SiteBuild } from './site-build.ts';

/** Draws the site's pages as HTML documents. */
export interface PageDrawer {
  /** A page that embeds the form. */
  readonly formPage: (visit: Visit, ready: ReadyForm, note: FormNote) => Promise<string>;
  readonly indexPage: (place: Place) => Promise<string>;
  readonly messagePage: (place: Place, name: MessageName) => Promise<string>;
  readonly privacyPage: (place: Place) => Promise<string>;
}

/** Where and in which language a page without a form is drawn. */
export interface Place {
  readonly ready: ReadyForm;
  readonly content: Content;
  readonly locale: string;
}

/** What pages are drawn with. */
export interface DrawingParts {
  readonly build: SiteBuild;
  /** False while the site's code may change between two pages. */
  readonly keeps: boolean;
  /** Hears of what a page leaves out. */
  readonly log: Log;
}

/**
 * A page depends on the form, the content, the language and the day, and on nothing else but its ticket and its key: each is drawn once for
 * these and kept until one of them changes.
 */
export function createPageDrawer({ build, keeps, log }: DrawingParts): PageDrawer {
  const markers = { ticket: `ticket-${randomUUID()}`, key: `key-${randomUUID()}` };
  const either = new RegExp(`(${markers.ticket}|${markers.key})`);
  /** Texts with a marker between every two of them. */
  const kept = new Map<string, readonly string[]>();
  let keptFor: readonly unknown[] = [];

  async function drawn(visit: Visit, ready: ReadyForm, note: FormNote): Promise<string> {
    const { view, plan } = pageView({ ready, content: visit.content, build }, visit, note);
    logOmissions(visit, plan, log);
    const { drawFormPage } = await build.program();
    return drawFormPage(view);
  }

  /** Keeps pages of one form, one content and one day: the others will not be asked for again. */
  function forget(basis: readonly unknown[]): void {
    if (basis.every((part, at) => part === keptFor[at])) return;
    kept.clear();
    keptFor = basis;
  }

  return {
    async formPage(visit, ready, note) {
      if (!keeps || note.answer) return drawn(visit, ready, note);
      forget([ready, visit.content, visit.today]);
      const place = `${visit.locale} ${visit.page.path} ${visit.isOpened === true}`;
      const texts = kept.get(place) ?? (await drawn(visit, ready, markers)).split(either);
      if (keptFor[0] === ready) kept.set(place, texts);
      return texts
        .map((text) => (text === markers.ticket ? note.ticket : text === markers.key ? note.key : text))
        .join('');
    },
    async indexPage({ locale, ...place }) {
      const { drawIndexPage } = await build.program();
      return drawIndexPage(indexView({ ...place, build }, locale));
    },
    async messagePage({ locale, ...place }, name) {
      const { drawMessagePage } = await build.program();
      return drawMessagePage(messageView({ ...place, build }, locale, name));
    },
    async privacyPage({ locale, ...place }) {
      const { drawPrivacyPage } = await build.program();
      const title = formatText(place.ready.form, locale, 'privacy-policy');
      return drawPrivacyPage(plainView({ ...place, build }, locale, title));
    },
  };
}

/** An id that no schema exists for is not offered, and the omission is logged (docs/behaviour.md, "Enquiry types"). */
function logOmissions({ page }: Visit, plan: Plan, log: Log): void {
  const route = page.path;
  for (const id of plan.unknownTypes) log.warn('enquiry-type-without-form', { route, enquiryType: id });
  const reason = hiddenReason(plan);
  if (reason !== undefined) log.info('section-hidden', { route, reason });
}
