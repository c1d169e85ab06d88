import { byName, type FormType, typeField } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import type { FiguresSettings } from '../config/settings.ts';
import type { ContentSite } from '../content/content.ts';
import { dayOf } from '../content/visit.ts';
import type { Log } from '../log/log.ts';
import type { Figure, FigureStep } from '../store/figure-entry.ts';
import type { Store } from '../store/store.ts';

/** Something that a visitor did. */
export interface CountedStep {
  readonly site: Pick<ContentSite, 'id' | 'isCounted'>;
  readonly type: Pick<FormType, 'key' | 'fields'>;
  readonly step: FigureStep;
  /** A JSON pointer without its first slash; only its first part is kept, and only of a field that the type has. */
  readonly field?: string;
  readonly code?: string;
  /** How many visits this one stands for; absent: itself. */
  readonly weight?: number;
}

/** Counts what visitors do with the forms: in memory, and every few seconds as sums in the store. */
export interface Figures {
  /** Nothing is counted of a site whose content says so. */
  readonly count: (step: CountedStep) => void;
  /** Writes what was counted, and ends. */
  readonly close: () => Promise<void>;
}

/** Counting that has its sums written until it is closed; those that cannot be written are tried again. */
export function createFigures({
  store,
  settings,
  log,
  now,
}: {
  readonly store: Pick<Store, 'addFigures'>;
  readonly settings: Pick<FiguresSettings, 'writeEveryMs'>;
  readonly log: Log;
  readonly now: () => number;
}): Figures {
  let counted = new Map<string, Figure>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let writing: Promise<void> = Promise.resolve();

  const add = (figure: Figure) => {
    const { day, site, type, step, field, code, count } = figure;
    const key = JSON.stringify([day, site, type, step, field, code]);
    counted.set(key, { ...figure, count: count + (counted.get(key)?.count ?? 0) });
    if (!isClosed) timer ??= setTimeout(write, settings.writeEveryMs).unref();
  };

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const figures = [...counted.values()];
    if (figures.length === 0) return;
    counted = new Map();
    writing = store.addFigures(figures).catch((error) => {
      log.error('figures-not-written', error);
      figures.forEach(add);
    });
  }

  return {
    count({ site, type, step, field = '', code = '', weight = 1 }) {
      if (!site.isCounted) return;
      const [top = ''] = field.split('/');
      const isKnown = top === typeField || byName(type.fields, top) !== undefined;
      add({
        ...{ day: dayOf(now()), site: String(site.id), type: type.key, step },
        ...{ field: isKnown ? top : '', code, count: weight },
      });
    },
    async close() {
      isClosed = true;
      await writing;
      write();
      await writing;
    },
  };
}

/** Whether somebody asks not to be counted (Tracking Preference Expression, "DNT Header Field"; Global Privacy Control, "Sec-GPC"). */
export function asksNotToBeCounted(headers: Readonly<Record<string, unknown>>): boolean {
  const { dnt, 'sec-gpc': gpc } = asObject(headers);
  return dnt === '1' || gpc === '1';
}
