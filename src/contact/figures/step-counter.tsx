import { type ReactNode, useEffect } from 'react';
import { type Plan, type Problem, typeField } from '#engine';
import { jsonText } from '#engine/write-json.ts';
import type { Enquiry } from '../enquiry/use-enquiry.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type { FigureReport, FormFigures, ReportedStep } from './figure-report.ts';

/**
 * Has counted what a visitor does with a form (docs/behaviour.md, "Figures"); draws nothing. What is sent the server counts. Stands in the
 * chunk of what sends: loaded with it, at the first focus.
 */
export function StepCounter({
  section: { figures },
  enquiry,
}: {
  readonly section: Pick<ContactFormSectionProps, 'figures'>;
  readonly enquiry: Pick<Enquiry, 'idPrefix' | 'plan' | 'lifecycle' | 'problems'>;
}): ReactNode {
  const { idPrefix, plan, lifecycle, problems } = enquiry;
  const visit = figures && visitOf(idPrefix, figures);
  useEffect(() => {
    visit?.isAt(plan, lifecycle.state);
  }, [visit, plan, lifecycle]);
  useEffect(() => () => visit?.isClosed(), [visit]);
  useEffect(() => {
    const form = document.getElementById(idPrefix);
    const touch = (event: Event) => visit?.touches(fieldOf(event.target, idPrefix), event.type);
    for (const name of heard) form?.addEventListener(name, touch);
    return () => {
      for (const name of heard) form?.removeEventListener(name, touch);
    };
  }, [visit, idPrefix]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the page refuses
  useEffect(() => {
    // What the server has named it has counted.
    if (lifecycle.state === 'editing' && lifecycle.refusedCount !== undefined && lifecycle.named.length === 0)
      visit?.meets(problems);
  }, [lifecycle]);
  return null;
}

/** How long what was done is kept, so that what is done in one moment goes in one report, and not beside the form's own requests. */
const keptMs = 3_000;

/** What is heard of a form: each but the first begins it, unless it is the choice of a type. */
const heard = ['focusin', 'input', 'change', 'submit'] as const;

/** What a visitor has done with the form of a page so far. It stands in memory alone, and goes with the page. */
interface Visit {
  readonly isAt: (plan: Pick<Plan, 'type' | 'fields'>, state: Lifecycle['state']) => void;
  readonly touches: (field: string | undefined, event: string) => void;
  readonly meets: (problems: readonly Problem[]) => void;
  /** The form is not there any more: it was sent, or its dialog was closed. */
  readonly isClosed: () => void;
}

const visits = new Map<string, Visit | undefined>();

/** The visit of the form with that prefix, which a dialog that is closed and opened again goes on with; none where it is not counted. */
function visitOf(idPrefix: string, figures: FormFigures): Visit | undefined {
  const key = `${idPrefix} ${figures.pass}`;
  if (!visits.has(key)) visits.set(key, isCounted(figures) ? createVisit(figures) : undefined);
  return visits.get(key);
}

/** Not of whoever asks not to be, and of the others as many as the server wants (Tracking Preference Expression; Global Privacy Control). */
function isCounted({ share }: FormFigures): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    readonly doNotTrack?: string | null;
    readonly globalPrivacyControl?: boolean;
  };
  return doNotTrack !== '1' && !globalPrivacyControl && Math.random() < share;
}

function createVisit({ endpoint, pass, mostSteps }: FormFigures): Visit {
  let type: string | undefined;
  let fields: readonly string[] = [];
  let state: Lifecycle['state'] = 'editing';
  /** The type that was begun. */
  let begun: string | undefined;
  let last: string | undefined;
  let isAway = false;
  /** What was not reported yet. */
  let kept: ReportedStep[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const report = () => {
    clearTimeout(timer);
    timer = undefined;
    if (kept.length > 0) send(endpoint, { pass, steps: kept });
    kept = [];
  };
  const reportSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // Nothing goes beside what the visitor waits for.
      if (state !== 'checking' && state !== 'submitting') report();
    }, keptMs);
  };
  const tell = (step: ReportedStep) => {
    kept.push(step);
    if (kept.length < mostSteps) reportSoon();
    else report();
  };
  const begin = () => {
    if (type === undefined || type === begun) return;
    tell({ type, step: 'began', ...(begun !== undefined && { after: begun }) });
    begun = type;
  };
  const tellWhere = (of: string, step: 'left' | 'returned') =>
    tell({ type: of, step, ...(last !== undefined && { field: last }) });

  addEventListener('pagehide', () => {
    // What is on its way arrives; and with what has arrived the form goes, and says nothing of it.
    if (begun !== undefined && state !== 'submitting' && !isAway) {
      isAway = true;
      tellWhere(begun, 'left');
    }
    report();
  });
  // A page that the browser had kept as it was.
  addEventListener('pageshow', () => {
    if (begun === undefined || !isAway) return;
    isAway = false;
    tellWhere(begun, 'returned');
  });
  // A phone may end a page that it does not show without another word.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') report();
  });

  return {
    isAt(plan, now) {
      // What was sent was taken: this is the next enquiry, in a dialog that was opened again.
      if (state === 'submitting' && now === 'editing') [begun, last] = [undefined, undefined];
      state = now;
      type = plan.type?.key;
      fields = plan.fields.map(({ name }) => name);
      if (begun !== undefined) begin();
      if (kept.length > 0) reportSoon();
    },
    touches(field, event) {
      if (field !== undefined && fields.includes(field)) last = field;
      if (event !== 'focusin' && field !== typeField) begin();
    },
    meets(problems) {
      begin();
      if (type === undefined) return;
      for (const { field, code } of problems) {
        // What stands behind a field's name may be of the visitor's own making.
        const [top = ''] = field.split('/');
        tell({ type, step: 'met', field: top, code });
      }
    },
    isClosed: report,
  };
}

/** The field that a control is of, by its id (`controlId`); undefined of what is of none. */
function fieldOf(target: EventTarget | null, idPrefix: string): string | undefined {
  const control = target instanceof Element ? target.closest(`[id^="${idPrefix}-"]`) : null;
  const [name] = control?.id.slice(idPrefix.length + 1).split('-') ?? [];
  return name || undefined;
}

/** Sends a report behind the page's back: whatever becomes of it, the visitor is not to notice. */
function send(endpoint: string, report: FigureReport): void {
  const body = new Blob([jsonText(report)], { type: 'application/json' });
  try {
    if (navigator.sendBeacon(endpoint, body)) return;
  } catch {
    // A browser without it, or one that blocks it.
  }
  fetch(endpoint, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => undefined);
}
