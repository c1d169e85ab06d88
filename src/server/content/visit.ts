import { type EventTitles, type Situation, situationOf, type Values } from '#engine';
import { type Content, futureEventTitles, type Page } from './content.ts';

/** A page as it is seen: what holds while it is drawn, and while what it sends is judged. */
export interface Visit {
  readonly page: Page;
  readonly content: Content;
  /** BCP 47. */
  readonly locale: string;
  /** ISO date, in UTC: events from this day on are future. */
  readonly today: string;
  /** A dialog's form stands in the page itself: for visitors without scripts. */
  readonly isOpened?: boolean;
}

/** The situation of a page: the one place where content becomes one, for drawing as for judging. */
export function visitSituation(visit: Visit, entered: Values, eventTitles = titlesOf(visit)): Situation {
  const { page, content, locale, today } = visit;
  const { site, placement, offices, enquiryTypes, eventTitle, selectedOffice } = page;
  return situationOf({
    ...{ site, offices, enquiryTypes, eventTitle, selectedOffice },
    inModal: placement === 'modal',
    isForLanding: placement === 'landing',
    allOffices: content.offices,
    yachtModels: content.yachtModels,
    lists: content.lists,
    ...{ eventTitles, locale, today, entered },
  });
}

/** The day of a time in UTC: `dayOf(0) // '1970-01-01'`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function titlesOf({ page, content, today }: Visit): EventTitles {
  return { state: 'ready', titles: futureEventTitles(content, page.site.domain, today) };
}
