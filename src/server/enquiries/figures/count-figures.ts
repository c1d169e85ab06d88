import { type FormType, findByName, typeField } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import type { ContentSite } from '../../forms/content/content.ts';
import { toUtcDay } from '../../forms/content/visit.ts';
import type { FiguresSettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Figure, FigureStep } from '../../store/records/figure-entry.ts';
import type { Store } from '../../store/store.ts';

/** A step of one visit, such as the begin of a form, a shown message or the sending. */
export interface CountedStep {
  readonly site: Pick<ContentSite, 'id' | 'isCounted'>;
  readonly type: Pick<FormType, 'key' | 'fields'>;
  readonly step: FigureStep;
  /**
   * A JSON Pointer without its first slash. Only its first segment is stored, and only if the type has such a
   * field.
   */
  readonly field?: string;
  /** The code of the problem that the visitor was shown; absent for other steps. */
  readonly code?: string;
  /** The number of visits that this one represents; absent: 1. */
  readonly weight?: number;
}

/** Counts the steps of visitors in memory, and adds the sums to the store every few seconds. */
export interface FigureCounter {
  /** Counts a step, unless the site's content disables that. */
  readonly count: (step: CountedStep) => void;
  /** Writes the remaining sums; resolves also if that fails, which is logged. */
  readonly close: () => Promise<void>;
}

/** Creates a counter. Sums that the store refuses are logged and tried again, except after `close`. */
export function createFigureCounter({
  store,
  settings,
  log,
  now,
}: {
  readonly store: Pick<Store, 'addFigures'>;
  readonly settings: Pick<FiguresSettings, 'writeEveryMs'>;
  readonly log: Log;
  readonly now: () => number;
}): FigureCounter {
  let counted = new Map<string, Figure>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let writing: Promise<void> = Promise.resolve();

  /**
   * Adds a figure to the sum with the same day, site, type, step, field and code. Starts the timer for
   * writing unless it runs already or the counter is closed.
   */
  const addFigure = (figure: Figure) => {
    const { day, site, type, step, field, code, count } = figure;
    const key = JSON.stringify([day, site, type, step, field, code]);
    counted.set(key, { ...figure, count: count + (counted.get(key)?.count ?? 0) });
    if (!isClosed) timer ??= setTimeout(writeCounts, settings.writeEveryMs).unref();
  };

  /**
   * Starts to pass the sums to the store, and starts new ones. If the store fails, the old sums are added to
   * the new ones. Does nothing without sums.
   */
  function writeCounts(): void {
    clearTimeout(timer);
    timer = undefined;
    const figures = [...counted.values()];
    if (figures.length === 0) return;
    counted = new Map();
    writing = store.addFigures(figures).catch((error) => {
      log.error('figures-not-written', error);
      figures.forEach(addFigure);
    });
  }

  return {
    count({ site, type, step, field = '', code = '', weight = 1 }) {
      if (!site.isCounted) return;
      const [top = ''] = field.split('/');
      const isKnown = top === typeField || findByName(type.fields, top) !== undefined;
      addFigure({
        day: toUtcDay(now()),
        site: String(site.id),
        type: type.key,
        step,
        field: isKnown ? top : '',
        code,
        count: weight,
      });
    },
    async close() {
      isClosed = true;
      await writing;
      writeCounts();
      await writing;
    },
  };
}

/**
 * Returns true if a visitor asks not to be tracked (Tracking Preference Expression, "DNT Header Field";
 * Global Privacy Control, "Sec-GPC").
 */
export function hasOptedOut(headers: Readonly<Record<string, unknown>>): boolean {
  const { dnt, 'sec-gpc': gpc } = asObject(headers);
  return dnt === '1' || gpc === '1';
}
