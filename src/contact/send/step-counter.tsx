import { type ReactNode, useEffect } from 'react';
import { type Plan, type Problem, typeField } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import type { Enquiry } from '../enquiry/enquiry.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type { FigureReport, FormFigures, ReportedStep } from './figure-report.ts';

/**
 * Counts what a visitor does with a form (docs/behaviour.md, "Figures") and renders nothing. The server
 * counts what is sent. The component is part of the chunk for sending, which is loaded at the first focus.
 */
export function StepCounter({
  section: { figures },
  enquiry,
}: {
  readonly section: Pick<ContactFormSectionProps, 'figures'>;
  readonly enquiry: Pick<Enquiry, 'idPrefix' | 'plan' | 'lifecycle' | 'problems'>;
}): ReactNode {
  const { idPrefix, plan, lifecycle, problems } = enquiry;
  const visit = figures && getVisit(idPrefix, figures);
  useEffect(() => {
    visit?.updatePlan(plan, lifecycle.state);
  }, [visit, plan, lifecycle]);
  useEffect(() => () => visit?.close(), [visit]);
  useEffect(() => {
    const form = document.getElementById(idPrefix);
    /** Records the field in which the event happened. */
    const recordEvent = (event: Event) =>
      visit?.recordTouch(findFieldOfControl(event.target, idPrefix), event.type);
    for (const name of observedEvents) form?.addEventListener(name, recordEvent);
    return () => {
      for (const name of observedEvents) form?.removeEventListener(name, recordEvent);
    };
  }, [visit, idPrefix]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: problems are recorded once for each submit that found some
  useEffect(() => {
    // The server has counted the problems that it reported.
    if (lifecycle.state === 'editing' && lifecycle.refusedCount !== undefined && lifecycle.named.length === 0)
      visit?.recordProblems(problems);
  }, [lifecycle]);
  return null;
}

/**
 * The time in ms for which steps are collected, so that one action makes one report, and not beside the
 * form's own requests.
 */
const reportDelayMs = 3_000;

/** The observed events of a form. All but `focusin` start it, unless they choose a type. */
const observedEvents = ['focusin', 'input', 'change', 'submit'] as const;

/**
 * The visitor's actions in the form of a page so far. They are stored in memory only, until the page is
 * closed.
 */
interface Visit {
  /**
   * Updates the current type, the fields that can be recorded and the state. If another type was begun
   * before, records that this one is begun. After an enquiry was sent, the next one starts without a begun
   * type.
   */
  readonly updatePlan: (plan: Pick<Plan, 'type' | 'fields'>, state: Lifecycle['state']) => void;
  /**
   * Records the field that was touched. The form is begun, unless the event is `focusin` or chooses a type.
   */
  readonly recordTouch: (field: string | undefined, event: string) => void;
  /** Records each problem of the current type by field and code. */
  readonly recordProblems: (problems: readonly Problem[]) => void;
  /**
   * Sends the steps that are not reported yet, because the form was sent or its dialog was closed. The visit
   * can continue.
   */
  readonly close: () => void;
}

/** The visits of this page by id prefix and token; undefined for one that is not counted. */
const visits = new Map<string, Visit | undefined>();

/**
 * Returns the visit of the form with the id prefix; a dialog that is opened again continues its visit.
 * Undefined if the visit is not counted.
 */
function getVisit(idPrefix: string, figures: FormFigures): Visit | undefined {
  const key = `${idPrefix} ${figures.pass}`;
  if (!visits.has(key)) visits.set(key, isCounted(figures) ? createVisit(figures) : undefined);
  return visits.get(key);
}

/**
 * Returns false for visitors who ask not to be tracked (Tracking Preference Expression; Global Privacy
 * Control). For the others it returns true at random, with the probability `share`.
 */
function isCounted({ share }: FormFigures): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    readonly doNotTrack?: string | null;
    readonly globalPrivacyControl?: boolean;
  };
  return doNotTrack !== '1' && !globalPrivacyControl && Math.random() < share;
}

/**
 * Creates an empty visit, which collects steps and sends them after a delay, or as soon as there are
 * `mostSteps` of them. It listens to events of the page for as long as the page exists: when the page is
 * hidden or closed, it sends the rest, and it records when a visitor leaves and returns.
 */
function createVisit({ endpoint, pass, mostSteps }: FormFigures): Visit {
  let type: string | undefined;
  let fields: readonly string[] = [];
  let state: Lifecycle['state'] = 'editing';
  let begunType: string | undefined;
  let lastField: string | undefined;
  let isAway = false;
  let unreported: ReportedStep[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Cancels the delay and sends the collected steps, if there are any. */
  const sendUnreported = () => {
    clearTimeout(timer);
    timer = undefined;
    if (unreported.length > 0) sendReport(endpoint, { pass, steps: unreported });
    unreported = [];
  };
  /**
   * Sends the collected steps after the delay, unless a timer runs already. During a submit, they wait for
   * the next schedule.
   */
  const scheduleReport = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // No report is sent beside a request that the visitor waits for.
      if (state !== 'checking' && state !== 'submitting') sendUnreported();
    }, reportDelayMs);
  };
  /** Collects a step and schedules its report, or sends all at once if there are `mostSteps`. */
  const recordStep = (step: ReportedStep) => {
    unreported.push(step);
    if (unreported.length < mostSteps) scheduleReport();
    else sendUnreported();
  };
  /** Records that the visitor began the current type, unless this type was begun last. */
  const recordBegun = () => {
    if (type === undefined || type === begunType) return;
    recordStep({ type, step: 'began', ...(begunType !== undefined && { after: begunType }) });
    begunType = type;
  };
  /** Records that the visitor left the page or returned to it, with the last touched field. */
  const recordLeftOrReturned = (typeKey: string, step: 'left' | 'returned') =>
    recordStep({ type: typeKey, step, ...(lastField !== undefined && { field: lastField }) });

  addEventListener('pagehide', () => {
    // A request in progress will still arrive. After success the form closes without a report of leaving.
    if (begunType !== undefined && state !== 'submitting' && !isAway) {
      isAway = true;
      recordLeftOrReturned(begunType, 'left');
    }
    sendUnreported();
  });
  // The browser restored the page from its back-forward cache.
  addEventListener('pageshow', () => {
    if (begunType === undefined || !isAway) return;
    isAway = false;
    recordLeftOrReturned(begunType, 'returned');
  });
  // A phone may close a hidden page without further events.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendUnreported();
  });

  return {
    updatePlan(plan, nextState) {
      // The last enquiry was sent; this is the next one, in a dialog that was opened again.
      if (state === 'submitting' && nextState === 'editing') [begunType, lastField] = [undefined, undefined];
      state = nextState;
      type = plan.type?.key;
      fields = plan.fields.map(({ name }) => name);
      if (begunType !== undefined) recordBegun();
      if (unreported.length > 0) scheduleReport();
    },
    recordTouch(field, event) {
      if (field !== undefined && fields.includes(field)) lastField = field;
      if (event !== 'focusin' && field !== typeField) recordBegun();
    },
    recordProblems(problems) {
      recordBegun();
      if (type === undefined) return;
      for (const { field, code } of problems) {
        // The pointer after a field's name may contain names that the visitor entered.
        const [top = ''] = field.split('/');
        recordStep({ type, step: 'met', field: top, code });
      }
    },
    close: sendUnreported,
  };
}

/** Returns the field of a control by its id (`toControlId`); undefined if the element belongs to none. */
function findFieldOfControl(target: EventTarget | null, idPrefix: string): string | undefined {
  const control = target instanceof Element ? target.closest(`[id^="${idPrefix}-"]`) : null;
  const [name] = control?.id.slice(idPrefix.length + 1).split('-') ?? [];
  return name || undefined;
}

/** Sends a report in the background. The visitor must not notice any failure. */
function sendReport(endpoint: string, report: FigureReport): void {
  const body = new Blob([writeJson(report)], { type: 'application/json' });
  try {
    if (navigator.sendBeacon(endpoint, body)) return;
  } catch {
    // The browser has no `sendBeacon`, or blocks it.
  }
  fetch(endpoint, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => undefined);
}
