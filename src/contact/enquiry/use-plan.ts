import { useCallback, useMemo, useRef, useState } from 'react';
import { createResolve, toSituation, type Values } from '#engine';
import type { PipedForm } from '#engine/resolve/piping.ts';
import { applyLoadedConditions, needsNestedFields, useIsHydrating, useNestedFields } from '#widgets';
import { loadOutbox } from '../outbox/load-outbox.ts';
import { maySendLater } from '../outbox/may-send-later.ts';
import { type FetchedContent, getInitialContent } from '../preset/section-data.ts';
import { useFetchedContent } from '../preset/use-fetched-content.ts';
import type { ContactFormSectionProps } from '../props.ts';
import { loadTransport } from '../send/load-transport.ts';
import { lazyTyping } from '../typing/load-typing.ts';
import type { CurrentPlan } from './enquiry.ts';
import { usePiping } from './load-piping.ts';
import { useValidators } from './use-validators.ts';

const noValues: Values = {};

/**
 * Returns the plan of a section for the entered values, with the conditions of the type's schema applied.
 * Also fetches content when the plan needs it, and loads the validators when rendering needs them or
 * `prepare` is called.
 */
export function useCurrentPlan(props: ContactFormSectionProps, entered: Values): CurrentPlan {
  const { form, endpoints, site, locale } = props;
  const [content, setContent] = useState<FetchedContent>(() => getInitialContent(props));
  const situation = useMemo(() => toSituation({ ...props, ...content, entered: noValues }), [props, content]);
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
  useFetchedContent(plan, {
    endpoint: endpoints.graphql,
    domain: site.domain,
    locale,
    onChange: setContent,
  });
  const isSent = props.deliver === undefined;
  const isLater = maySendLater(props);
  const prepare = useCallback(() => {
    setIsPrepared(true);
    // A failed load is repeated and reported when something is sent.
    if (isSent) loadTransport().catch(() => undefined);
    if (isLater) loadOutbox().catch(() => undefined);
    lazyTyping.load().catch(() => undefined);
  }, [isSent, isLater]);
  return { plan, plain, piped, situation, resolve, validators, prepare };
}
