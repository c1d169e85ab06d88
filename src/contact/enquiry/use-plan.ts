import { useCallback, useMemo, useRef, useState } from 'react';
import {
  createResolve,
  type EventTitles,
  type Plan,
  type Resolve,
  type Situation,
  situationOf,
  type Values,
} from '#engine';
import type { PipedForm } from '#engine/piping.ts';
import { applyConditions, needsNestedFields, useIsHydrating, useNestedFields } from '#widgets';
import { keys } from '../keys/load-keys.ts';
import { initialEventTitles } from '../opening-plan.ts';
import { usePiping } from '../piping/load-piping.ts';
import type { ContactFormSectionProps } from '../props.ts';
import { loadTransport } from '../send/transport.ts';
import { useEventTitles } from './use-event-titles.ts';
import { type CurrentValidators, useValidators } from './use-validators.ts';

/** The plan of this moment, and what it was made from. */
export interface CurrentPlan {
  readonly plan: Plan;
  /** The same, its texts without answers: what is announced is not announced again with each keystroke. */
  readonly plain: Plan;
  /** The form, with answers in its texts. */
  readonly piped: PipedForm;
  /** The page's, nothing entered. */
  readonly situation: Situation;
  /** Resolves with a memory of this plan: whatever asks about the same form resolves by it. */
  readonly resolve: Resolve;
  readonly validators: CurrentValidators;
  /** Loads what sending will take. */
  readonly prepare: () => void;
}

const noValues: Values = {};

/** Keeps a section's plan up to date: with what was entered, with event titles, and with what the type's schema decides by itself. */
export function usePlan(props: ContactFormSectionProps, entered: Values): CurrentPlan {
  const { form, endpoints, site, locale } = props;
  const [eventTitles, setEventTitles] = useState<EventTitles>(() =>
    initialEventTitles(props.futureEventTitles),
  );
  const situation = useMemo(
    () => situationOf({ ...props, entered: noValues, eventTitles }),
    [props, eventTitles],
  );
  const current = useMemo(() => ({ ...situation, entered }), [situation, entered]);
  const [resolve] = useState(createResolve);
  const [resolvePiped] = useState(createResolve);
  const handedOver = useIsHydrating() ? props.post?.plan : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan that is handed over is that of the first situation
  const resolved = useMemo(() => handedOver ?? resolve(form, current), [resolve, form, current]);
  const [isPrepared, setIsPrepared] = useState(false);
  const validators = useValidators(props.validators, { type: resolved.type, isWanted: isPrepared });
  const { module } = validators;
  const nested = useNestedFields(resolved.type !== undefined && needsNestedFields(resolved.type));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what applies the conditions may arrive after the plan
  const plain = useMemo(() => applyConditions(resolved, module), [resolved, module, nested]);
  const piping = usePiping(form);
  const former = useRef<PipedForm>(undefined);
  const piped = useMemo(() => {
    const unsaid = { form, inside: form };
    return piping ? piping.pipedParts(form, plain, former.current ?? unsaid) : unsaid;
  }, [piping, form, plain]);
  former.current = piped;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const plan = useMemo(
    () => (piped.form === form ? plain : applyConditions(resolvePiped(piped.form, current), module)),
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
    // A load that fails is tried again when something is sent, and told then.
    loadTransport().catch(() => undefined);
    keys.load().catch(() => undefined);
  }, []);
  return { plan, plain, piped, situation, resolve, validators, prepare };
}
