import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  awaitsEventTitles,
  createResolve,
  type EventTitles,
  type Plan,
  toSituation,
  type Values,
} from '#engine';
import type { PipedForm } from '#engine/resolve/piping.ts';
import { applyLoadedConditions, needsNestedFields, useIsHydrating, useNestedFields } from '#widgets';
import { getInitialEventTitles } from '../opening-plan.ts';
import type { ContactFormSectionProps } from '../props.ts';
import { loadTransport } from '../send/load-transport.ts';
import { lazyTyping } from '../typing/load-typing.ts';
import type { CurrentPlan } from './enquiry.ts';
import { usePiping } from './load-piping.ts';
import { useValidators } from './use-validators.ts';

const noValues: Values = {};

/**
 * Returns the plan of a section for the entered values, with the conditions of the type's schema applied.
 * Also fetches event titles when the plan needs them, and loads the validators when rendering needs them or
 * `prepare` is called.
 */
export function useCurrentPlan(props: ContactFormSectionProps, entered: Values): CurrentPlan {
  const { form, endpoints, site, locale } = props;
  const [eventTitles, setEventTitles] = useState<EventTitles>(() =>
    getInitialEventTitles(props.futureEventTitles),
  );
  const situation = useMemo(
    () => toSituation({ ...props, entered: noValues, eventTitles }),
    [props, eventTitles],
  );
  const current = useMemo(() => ({ ...situation, entered }), [situation, entered]);
  const [resolve] = useState(createResolve);
  const [resolvePiped] = useState(createResolve);
  const serverPlan = useIsHydrating() ? props.post?.plan : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's plan is that of the first situation
  const resolved = useMemo(() => serverPlan ?? resolve(form, current), [resolve, form, current]);
  const [isPrepared, setIsPrepared] = useState(false);
  const validators = useValidators(props.validators, { type: resolved.type, isWanted: isPrepared });
  const { module } = validators;
  const nested = useNestedFields(resolved.type !== undefined && needsNestedFields(resolved.type));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the module that applies the conditions may be loaded after the plan
  const plain = useMemo(() => applyLoadedConditions(resolved, module), [resolved, module, nested]);
  const piping = usePiping(form);
  const former = useRef<PipedForm>(undefined);
  const piped = useMemo(() => {
    const withoutAnswers = { form, inside: form };
    return piping ? piping.updatePipedForm(form, plain, former.current ?? withoutAnswers) : withoutAnswers;
  }, [piping, form, plain]);
  former.current = piped;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the module that applies the conditions may be loaded after the plan
  const plan = useMemo(
    () => (piped.form === form ? plain : applyLoadedConditions(resolvePiped(piped.form, current), module)),
    [resolvePiped, form, plain, piped.form, current, module, nested],
  );
  useEventTitles(plan, {
    endpoint: endpoints.graphql,
    domain: site.domain,
    locale,
    onChange: setEventTitles,
  });
  const prepare = useCallback(() => {
    setIsPrepared(true);
    // A failed load is repeated and reported when something is sent.
    loadTransport().catch(() => undefined);
    lazyTyping.load().catch(() => undefined);
  }, []);
  return { plan, plain, piped, situation, resolve, validators, prepare };
}

interface EventTitlesSource {
  /** The URL of the GraphQL endpoint. */
  readonly endpoint: string;
  /** The domain of the site whose events are fetched. */
  readonly domain: string;
  readonly locale: string;
  readonly onChange: (eventTitles: EventTitles) => void;
}

/**
 * Fetches the titles of future events whenever a plan starts to need them (docs/behaviour.md, "Event
 * titles"), also after a failure. Calls `onChange` with the state `loading`, then `ready` or `failed`; a
 * failure is also logged. Outdated requests are aborted.
 */
function useEventTitles(plan: Plan, { endpoint, domain, locale, onChange }: EventTitlesSource): void {
  const isNeeded = awaitsEventTitles(plan);
  useEffect(() => {
    if (!isNeeded) return;
    const controller = new AbortController();
    const { signal } = controller;
    onChange({ state: 'loading' });
    fetchEventTitles({ endpoint, domain, locale, signal }).then(
      (titles) => signal.aborted || onChange({ state: 'ready', titles }),
      (error: unknown) => {
        if (signal.aborted) return;
        console.error('Cannot fetch the event titles:', error);
        onChange({ state: 'failed' });
      },
    );
    return () => controller.abort();
  }, [isNeeded, endpoint, domain, locale, onChange]);
}

/** Loads the transport and returns the titles from the server. Rejects if either fails. */
async function fetchEventTitles({
  endpoint,
  domain,
  locale,
  signal,
}: Omit<EventTitlesSource, 'onChange'> & { readonly signal: AbortSignal }): Promise<readonly string[]> {
  const transport = await loadTransport();
  return transport.fetchFutureEventTitles({
    endpoint,
    domain,
    headers: { 'Accept-Language': locale },
    signal,
  });
}
