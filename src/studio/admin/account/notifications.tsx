import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type {
  InboxChoices,
  NotificationRule,
  NotificationSettings,
  NotificationView,
} from '../../../api/inbox.ts';
import { useStudio } from '../../draft/context.ts';
import { factFilters } from '../../preset/inbox.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { formatTimeZone, getBrowserTimeZone, listOtherTimeZones } from '../../ui/time-zones.ts';

/**
 * Renders the rules by which the person gets mails about enquiries, and when the daily digest is sent. Nothing is
 * saved before the button is pressed.
 */
export function NotificationSection(): ReactNode {
  const notifications = useServerData<NotificationView>('me/notifications');
  const choices = useServerData<InboxChoices>('enquiries/choices');
  return (
    <LoadingState of={notifications}>
      {(view) => (
        <LoadingState of={choices}>{(all) => <NotificationForm initial={view} choices={all} />}</LoadingState>
      )}
    </LoadingState>
  );
}

/** A rule with a number that identifies it while it is edited. */
interface EditedRule {
  readonly key: number;
  readonly rule: NotificationRule;
}

function NotificationForm({
  initial,
  choices,
}: {
  readonly initial: NotificationView;
  readonly choices: InboxChoices;
}): ReactNode {
  const { say, announce } = useStudio();
  const [view, setView] = useState(initial);
  const [rules, setRules] = useState<readonly EditedRule[]>(() =>
    initial.rules.map((rule, key) => ({ key, rule })),
  );
  const [hour, setHour] = useState(initial.hour);
  const [zone, setZone] = useState(initial.zone || getBrowserTimeZone());
  const [trouble, setTrouble] = useState<RequestFailure>();
  const [isBusy, setIsBusy] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const nextKey = useRef(initial.rules.length);
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = rules.length >= view.most;

  /** Changes the rules; what was saved before is no longer shown as saved. */
  function changeRules(next: readonly EditedRule[]): void {
    setRules(next);
    setIsSaved(false);
  }

  /** Adds a rule for all new enquiries and focuses its first select. */
  function addRule(): void {
    const key = nextKey.current;
    nextKey.current += 1;
    changeRules([...rules, { key, rule: { kind: 'new', when: 'at-once' } }]);
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('select')?.focus());
  }

  /** Saves the settings and announces this, or shows the failure. */
  async function saveSettings(changes: Partial<NotificationSettings> = {}): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const body: NotificationSettings = {
      rules: rules.map(({ rule }) => rule),
      hour,
      zone,
      ...changes,
    };
    const outcome = await tryRequest<NotificationView>('me/notifications', { method: 'POST', body });
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    setIsSaved(outcome.isDone);
    if (!outcome.isDone) return;
    setView(outcome.answer);
    announce(say('notify.saved'));
  }

  const wasPaused = useRef(view.isPaused);
  useLayoutEffect(() => {
    // The button that turned the mails on again was removed with the focus.
    const isResumed = wasPaused.current && !view.isPaused;
    if (isResumed && document.activeElement === document.body) addButton.current?.focus();
    wasPaused.current = view.isPaused;
  }, [view.isPaused]);

  return (
    <>
      <DeliveryNotice view={view} onResume={() => void saveSettings({ isPaused: false })} />
      {rules.length === 0 ? (
        <p className="st-quiet">{say('notify.none')}</p>
      ) : (
        <ul className="st-rows" ref={list}>
          {rules.map(({ key, rule }, index) => (
            <RuleRow
              key={key}
              rule={rule}
              number={index + 1}
              choices={choices}
              unansweredHours={view.unansweredHours}
              onChange={(changed) =>
                changeRules(rules.map((one) => (one.key === key ? { key, rule: changed } : one)))
              }
              onRemove={() => {
                changeRules(rules.filter((one) => one.key !== key));
                announce(say('notify.removed'));
                addButton.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <p>
        <button
          type="button"
          ref={addButton}
          className="st-button"
          aria-disabled={isFull || undefined}
          onClick={() => {
            if (!isFull) addRule();
          }}
        >
          {say('notify.add')}
        </button>
        {isFull && <span className="st-hint"> {say('notify.full', { most: view.most })}</span>}
      </p>
      {rules.some(({ rule }) => rule.when === 'daily') && (
        <DigestTime
          hour={hour}
          zone={zone}
          onChange={(next) => {
            setHour(next.hour);
            setZone(next.zone);
            setIsSaved(false);
          }}
        />
      )}
      {trouble && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(trouble, say)}
        </p>
      )}
      <p className="st-wrap st-center">
        <button
          type="button"
          className="st-button st-button--primary"
          aria-disabled={isBusy || undefined}
          onClick={() => void saveSettings()}
        >
          {say('notify.save')}
        </button>
        {isSaved && <span className="st-done">{say('notify.saved')}</span>}
      </p>
    </>
  );
}

/** Renders the reason for which no mails arrive at present. Nothing if they do. */
function DeliveryNotice({
  view: { email, isMailing, isPaused },
  onResume,
}: {
  readonly view: NotificationView;
  readonly onResume: () => void;
}): ReactNode {
  const { say } = useStudio();
  if (isPaused)
    return (
      <div className="st-notice st-notice--warning">
        <p>{say('notify.paused')}</p>
        <p>
          <button type="button" className="st-button" onClick={onResume}>
            {say('notify.resume')}
          </button>
        </p>
      </div>
    );
  if (email === undefined) return <p className="st-notice st-notice--warning">{say('notify.no-email')}</p>;
  if (!isMailing) return <p className="st-notice st-notice--warning">{say('notify.no-mail')}</p>;
  return (
    <p>
      {say('notify.to')} <bdi dir="ltr">{email}</bdi>
    </p>
  );
}

/** Renders a rule: what happens, when it is mailed, and which enquiries it includes. */
function RuleRow({
  rule,
  number,
  choices,
  unansweredHours,
  onChange,
  onRemove,
}: {
  readonly rule: NotificationRule;
  readonly number: number;
  readonly choices: InboxChoices;
  readonly unansweredHours: number;
  readonly onChange: (rule: NotificationRule) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const { say, content } = useStudio();
  const id = useId();
  /** Renders the select of a filter with the first option "any"; a value that is gone stays an option. */
  const renderFilter = (
    name: Exclude<keyof NotificationRule, 'kind' | 'when'>,
    label: string,
    options: readonly (readonly [value: string, label: string])[],
  ) => {
    const value = rule[name] ?? '';
    const isKnown = value === '' || options.some(([one]) => one === value);
    return (
      <LabelledSelect
        key={name}
        label={label}
        value={value}
        options={[
          ['', say('desk.any')],
          ...options,
          ...(isKnown ? [] : [[value, say('notify.gone', { value })] as const]),
        ]}
        onChange={(next) => {
          const { [name]: _former, ...others } = rule;
          onChange(next === '' ? others : { ...others, [name]: next });
        }}
      />
    );
  };
  return (
    <li aria-labelledby={id}>
      <h3 id={id} className="st-visually-hidden">
        {say('notify.rule', { number })}
      </h3>
      <div className="st-notify-rule">
        <LabelledSelect
          label={say('notify.what')}
          value={rule.kind}
          options={kinds.map(
            (kind) => [kind, say(`notify.kind.${kind}`, { count: unansweredHours })] as const,
          )}
          onChange={(value) => onChange({ ...rule, kind: kinds.find((kind) => kind === value) ?? rule.kind })}
        />
        <LabelledSelect
          label={say('notify.when')}
          value={rule.when}
          options={times.map((when) => [when, say(`notify.when.${when}`)] as const)}
          onChange={(value) => onChange({ ...rule, when: times.find((when) => when === value) ?? rule.when })}
        />
        {renderFilter('type', say('desk.type'), toOptions(choices.types))}
        {factFilters
          .filter(({ name, isOffered }) => isOffered(content) || rule[name] !== undefined)
          .map(({ name, label, getChoices }) =>
            renderFilter(name, say(label), toOptions(getChoices(choices))),
          )}
        {renderFilter(
          'site',
          say('desk.site'),
          choices.sites.map((site) => [site, site] as const),
        )}
      </div>
      <button
        type="button"
        className="st-button"
        aria-label={say('notify.remove-of', { number })}
        onClick={onRemove}
      >
        {say('notify.remove')}
      </button>
    </li>
  );
}

const kinds = ['new', 'assigned', 'unanswered'] as const satisfies readonly NotificationRule['kind'][];
const times = ['at-once', 'daily'] as const satisfies readonly NotificationRule['when'][];

/** Returns one option per thing, with its id as the value. */
function toOptions(some: readonly { readonly id: string | number; readonly name: string }[]) {
  return some.map(({ id, name }) => [String(id), name] as const);
}

/** Renders the hour and the time zone of the daily digest. */
function DigestTime({
  hour,
  zone,
  onChange,
}: {
  readonly hour: number;
  readonly zone: string;
  readonly onChange: (time: { readonly hour: number; readonly zone: string }) => void;
}): ReactNode {
  const { say, locale } = useStudio();
  const hours = Array.from({ length: 24 }, (_none, index) => {
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
    return [String(index), time.format(Date.UTC(2000, 0, 1, index))] as const;
  });
  const zones = [...new Set([zone, ...listOtherTimeZones([])])].sort();
  return (
    <div className="st-filters">
      <LabelledSelect
        label={say('notify.hour')}
        value={String(hour)}
        options={hours}
        onChange={(value) => onChange({ hour: Number(value), zone })}
      />
      <LabelledSelect
        label={say('publish.zone')}
        value={zone}
        options={zones.map((one) => [one, formatTimeZone(one)] as const)}
        onChange={(value) => onChange({ hour, zone: value })}
      />
    </div>
  );
}
